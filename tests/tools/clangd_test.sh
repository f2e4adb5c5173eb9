#!/bin/sh
# clangd_test.sh: what clangd shows of a program with a set is what docs/seeing-inside.md says, asked by clangd's own
# protocol. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need clangd
need clangd-19
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
for clangd in clangd clangd-19; do
    python3 "$(dirname "$0")/clangd.py" "$clangd" "$TW_SOURCE" "$TW_WORK/program.c"
done
