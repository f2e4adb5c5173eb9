#!/bin/sh
# bounds_test.sh lmdb PROGRAM: what peers cost that do not read, do not end their requests, or ask for too much at once.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
echo 'read of-the-page-0123456789' >tokens
chmod 600 tokens
start t --buffers 8 --lease 2s --attempts 1 --web 0 --web-token-file tokens
# shellcheck disable=SC2154
python3 "$TW_SOURCE/products/timerd/tests/bounds.py" t.sock "$t" "$(sed -n 's|^timerd: page on http://127.0.0.1:\([0-9]*\)/|\1|p' t.out)" || fail "see above"
stat_above t shed 10 || fail "connections that were closed: $(stat t shed)"

# The rows of an answer end at a mebibyte, in the dead-letter list too.
payload=$(printf '%060000d' 0)
for i in $(seq 40); do
    echo "ARM row$i 1 $payload"
done | redis-cli -s t.sock >>log
until_ stat_is t ready 40
same "rows of a TAKE" 18 "$(raw t TAKE 1000 | grep -c '^row')"
same "rows of the next one" 18 "$(raw t TAKE 1000 | grep -c '^row')"
same "rows of the last one" 4 "$(raw t TAKE 4 | grep -c '^row')"
until_ stat_is t dead 40
same "rows of DEAD" 18 "$(raw t DEAD 1000 | grep -c '^row')"
stop t
