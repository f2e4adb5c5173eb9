#!/bin/sh
# kills_test.sh ENGINE PROGRAM KILLS REQUESTS C_CLIENT: see kills.py.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
redis_py
need node
packages=$(dirname "$TW_WORK")/timerd_packages
[ -f "$packages/fetched" ] || skip "the packages of npm were not fetched"
ln -s "$packages/node_modules" node_modules
cp "$TW_SOURCE/products/timerd/tests/clients/kills.mjs" "$TW_SOURCE/products/timerd/clients/node/timerd.mjs" .
here=$TW_SOURCE/products/timerd/tests
export PYTHONPATH="$here:$TW_SOURCE/products/timerd/clients/python" PYTHONDONTWRITEBYTECODE=1
$python "$here/clients/kills.py" "$3" "$4" kills.mjs "$5" "$program" --store "$store" --listen t.sock \
    --no-shutdown --lease 1s --attempts 1000000 --shard-lease 300ms 2>kills.err || {
    tail kills.err
    exit 1
}
