#!/bin/sh
# span_test.sh ENGINE PROGRAM: a lease is not shorter than --lease, not by part of a millisecond either. The store is in
# memory, where there is some: what a disk takes for each commit would hide it.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
memory=
if [ "$engine" = redis ]; then
    same "appendonly no" OK "$(redis-cli -p "$redis_port" CONFIG SET appendonly no)"
elif memory=$(mktemp -d -p /dev/shm 2>>log); then
    trap 'status=$?; rm -rf "$memory"; finish $status' EXIT
    store=lmdb:$memory
fi
[ "$engine" = lmdb ] || set -- --unsafe
[ "$engine" = redis ] || set --
start t "$@" --lease 3ms --attempts 1000 --shards 4
python3 "$TW_SOURCE/products/timerd/tests/lease_span.py" t.sock 3 || fail "a lease was shorter than 3 ms"
stop t
