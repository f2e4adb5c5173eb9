#!/bin/sh
# format_test.sh PART: the lists of faults fit the sources, whatever their layout. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need python3
[ "$1" != layout ] || need clang-format
exec python3 -B "$TW_SOURCE/tests/faults/format_test.py" "$1" "$TW_SOURCE" "$TW_WORK"
