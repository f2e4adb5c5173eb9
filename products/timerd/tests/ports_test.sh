#!/bin/sh
# shellcheck disable=SC2154 # what lib.sh and sentinels.sh have set
# ports_test.sh redis PROGRAM: a test takes no other test's Redis or Sentinel for its own, where both drew one port and its own
# has not yet ended for that. Guards against tests that write to each other's stores.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/sentinels.sh"
taken=$redis_port first=$redis
mkdir late
printf '#!/bin/sh\nsleep 1\nexec %s "$@"\n' "$(command -v redis-server)" >late/redis-server
chmod +x late/redis-server
PATH=$PWD/late:$PATH
free_port >free
free_port >>free
draws_the_taken_one_first() { # LINE: of the file `free`, the port after that
    rm -f asked
    line=$1
    free_port() {
        if [ -f asked ]; then sed -n "${line}p" free; else echo "$taken" | tee asked; fi
    }
}

draws_the_taken_one_first 1
start_redis
is_redis "$redis_port" "$redis" || fail "another Redis is taken for ours"
draws_the_taken_one_first 2
start_sentinel "$taken" 1000
is_redis "$port" "$sentinel" || fail "another Redis is taken for our Sentinel"
is_redis "$taken" "$first" || fail "the first Redis is gone"
