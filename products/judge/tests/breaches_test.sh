#!/bin/sh
# breaches_test.sh: each breach shows in a program of its own, against the library alone. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3 c++
mkdir -p "$TW_WORK" && cd "$TW_WORK"

# shows FILE WORDS: they stand in what the program prints; else the library has been mended, and the page is old.
shows() { grep -qF "$2" "$1" || { cat "$1" && echo "FAILED: $1 does not say $2" && exit 1; }; }

python3 "$TW_SOURCE/products/judge/breaches/asyncio_due_now.py" >asyncio
shows asyncio "at 8388608: called [8388608]"
shows asyncio "at 16777216: called []"

if /usr/bin/python3 -c 'import kombu' 2>/dev/null; then
    /usr/bin/python3 "$TW_SOURCE/products/judge/breaches/kombu_cancelled.py" >kombu
    shows kombu "1000 entries"
fi
if [ -d "${NPM-}" ]; then
    NODE_PATH=$NPM node "$TW_SOURCE/products/judge/breaches/timer_wheel_late.js" >wheel
    shows wheel "at 2147483648 ms: [ 'item' ]"
    shows wheel "at 4294967296 ms: []"
fi
if [ -d "${BIGCODE-}" ]; then
    cc -I"$BIGCODE" "$TW_SOURCE/products/judge/breaches/bigcode_late.c" "$BIGCODE/timer_wheel.c" -o bigcode
    ./bigcode >late
    shows late "at 4: nothing"
fi

echo '#include <ns3/core-module.h>' >probe.cc
c++ -fsyntax-only probe.cc 2>/dev/null || skip "no ns-3 here"
c++ "$TW_SOURCE/products/judge/breaches/ns3_heap.cc" -lns3-core -o ns3_heap
./ns3_heap >ns3
shows ns3 "10 20 40 30 60 70"
