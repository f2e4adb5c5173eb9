#!/bin/sh
# What CMake installs from the repository are the manual pages of today's headers, and none where it finds no python3.
# Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

installed() { # OPTION...: below usr
    rm -rf usr
    cmake -S "$TW_SOURCE" -B build -DTW_TESTS=OFF -DTW_TOOLS=OFF -DTW_EXAMPLES=OFF -DTW_BENCH=OFF "$@" >said 2>&1 &&
        cmake --install build --prefix "$TW_WORK/usr" >>said 2>&1 || { cat said; echo "FAILED: cmake $*"; exit 1; }
}

installed
diff -r "$TW_GENERATED/docs/reference/man" usr/share/man/man3 || { echo "FAILED: > is installed"; exit 1; }
installed -DTW_PYTHON3=/none
[ -f usr/include/tw/node.h ] || { echo "FAILED: no header is installed"; exit 1; }
old=$(find usr -name '*.3')
[ -z "$old" ] || { echo "FAILED: without python3 are installed: $old"; exit 1; }
echo "ok"
