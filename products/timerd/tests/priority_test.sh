#!/bin/sh
# priority_test.sh ENGINE PROGRAM: the recipe for priorities in PROTOCOL.md, with three queues.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
for queue in urgent normal idle; do
    [ "$engine" != lmdb ] || store=lmdb:$queue
    start $queue --prefix $queue
done
timeout 120 python3 "$TW_SOURCE/products/timerd/tests/priority.py" "$TW_SOURCE/products/timerd/PROTOCOL.md" urgent.sock normal.sock idle.sock ||
    fail "see above"
for queue in urgent normal idle; do
    stop $queue
done
