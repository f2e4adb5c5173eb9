#!/bin/sh
# The scenarios, random operations and replay as programs for Windows, made by mingw-w64 and run by wine: the bundled trace
# gives the log that it gives everywhere. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need x86_64-w64-mingw32-gcc
need wine
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
export WINEPREFIX="$TW_WORK/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" HOME="$TW_WORK"
trap 'wineserver -k 2>/dev/null || true; rm -rf "$WINEPREFIX"' EXIT
timeout 300 wine wineboot --init >boot 2>&1 || { cat boot; skip "wine does not start here"; }

program() { # NAME SOURCE...: compiles it
    name=$1
    shift
    x86_64-w64-mingw32-gcc -std=c99 -O2 -Wall -Wextra -Werror -static -DTW_TICK_BITS=64 "-I$TW_SOURCE" "$@" -o "$name.exe"
}
run() { # ARGUMENT...
    timeout 300 wine "$@" >out 2>err || { cat out err; echo "FAILED: $*"; exit 1; }
}

program scenarios "$TW_SOURCE/tests/contract/scenarios.c"
run scenarios.exe
scenarios=$(grep -c ': passed on' out) || { cat out; echo "FAILED: no scenario was run"; exit 1; }
program random "$TW_SOURCE/tests/contract/random.c"
run random.exe --ops 100000 --seed 9
program replay "$TW_SOURCE"/tools/replay/*.c
cmake -E tar xf "$TW_SOURCE/bench/traces/http-proxy.trace.tar.xz"
run replay.exe --repeat 1 --log logs --json - http-proxy.trace
hash=$(sed -n 's/^| http-proxy.*| \([0-9a-f]*\) |$/\1/p' "$TW_SOURCE/bench/traces/README.md")
[ "$(grep -o "\"hash\": \"$hash\"" out | wc -l)" -eq 6 ] || { cat out; echo "FAILED: not six times the hash $hash"; exit 1; }
for log in logs/*.log; do cmp "$log" logs/heap4.log || { echo "FAILED: $log"; exit 1; }; done
echo "ok: $scenarios scenarios, random operations, replay"
