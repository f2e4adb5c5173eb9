#!/bin/sh
# parts_test.sh ENGINE PROGRAM: a request that has to look at many rows does so in parts, and keeps nobody else waiting. Redis frees
# a queue beside its other work.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
here=$TW_SOURCE/products/timerd/tests
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1
# shellcheck disable=SC2154 # start() sets t
parts() { python3 "$here/parts.py" t.sock "$1" "$t" || fail "$1: see above"; } # STEP
for step in cancel stop; do
    start t --lease 1h
    parts many
    stop t
    start t --batch 1 --lease 1h
    parts $step
    [ $step = stop ] || stop t
done
status=0
wait "$t" || status=$?
same "status after SIGTERM" 0 $status
start t --lease 1h
parts after_stop
parts shutdown
wait "$t" || status=$?
same "status after SHUTDOWN" 0 $status
start t
parts after_shutdown
stop t
start t --prefix order --lease 1h
parts order
stop t
start t --prefix list --attempts 1 --lease 1s --batch 100
parts list
parts dead
stop t
[ "$engine" = redis ] || exit 0
redis-cli -p "$redis_port" INFO commandstats >calls
grep -q '^cmdstat_unlink:' calls || fail "no queue was emptied"
if grep '^cmdstat_del:' calls; then fail "Redis frees a queue while its clients wait"; fi
