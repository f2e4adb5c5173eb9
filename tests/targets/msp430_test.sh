#!/bin/sh
# msp430_test.sh: msp430.c, compiled by clang and linked by lld, prints on mspdebug's simulator what it prints on this
# machine. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need clang
need ld.lld
need mspdebug
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/tests/targets

for of in sortedlist rbtree smallwheel; do
    build() {
        "$@" -std=c99 -Wall -Wextra -Werror -DTW_TICK_BITS=16 "-DOF=$of" \
            "-DHEADER=\"$of.h\"" "-I$TW_SOURCE" "$here/msp430.c"
    }
    build clang --target=msp430 -Os -ffreestanding -nostdlibinc -c -o board.o
    ld.lld --gc-sections -T "$here/msp430.ld" board.o -o board.elf
    timeout 300 mspdebug sim 'simio add console printed' 'prog board.elf' 'setbreak 0x8008' run >said 2>&1 ||
        { tail -n 5 said; echo "FAILED: mspdebug ends with status $?"; exit 1; }
    build cc -O1 -o program
    ./program >expected
    ! grep '^fired 0000' expected || { echo "FAILED: $of fires nothing here"; exit 1; }
    grep '^fired ' said >printed || { tail -n 15 said; echo "FAILED: $of prints nothing on the board"; exit 1; }
    cmp printed expected || { cat printed expected; echo "FAILED: $of fires something else on the board"; exit 1; }
    echo "$of: $(cat printed)"
done
