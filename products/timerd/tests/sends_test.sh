#!/bin/sh
# sends_test.sh ENGINE PROGRAM: answers that a socket does not take at once come whole.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
start t
said=$(python3 "$TW_SOURCE/products/timerd/tests/sends.py" t.sock 2>&1) || fail "$said"
stop t
