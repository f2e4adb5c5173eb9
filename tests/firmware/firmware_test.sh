#!/bin/sh
# firmware_test.sh blink STRUCTURE: on qemu's micro:bit, a Cortex-M0 with 16 KB of RAM, the example runs its minute, and
# blink_test.c, which has its clock, finds nothing wrong with it. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need make
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
board=$TW_SOURCE/examples/firmware/cortex-m

fail() {
    [ ! -f out ] || tail -n 5 out
    echo "FAILED: $1"
    exit 1
}

# minute STRUCTURE ARGUMENT...: builds a program and runs its minute.
minute() {
    structure=$1
    shift
    make -f "$board/Makefile" "STRUCTURE=$structure" OUT=. "$@" || fail "blink is not built"
    timeout 300 make -s -f "$board/Makefile" "STRUCTURE=$structure" OUT=. "$@" run >out 2>&1 ||
        fail "blink ends with status $?"
}

blink() {
    # By hand: 59 blinks, for the end comes before the sixtieth, 180 samples at other ticks, and the end.
    minute "$1"
    [ "$(tail -n 1 out)" = "240 wake-ups in a minute" ] || fail "the last line is not: 240 wake-ups in a minute"
    [ "$(sort out | uniq -c | tr -s ' \n' ' ')" = " 1 240 wake-ups in a minute 59 blink " ] || fail "not 59 blinks"
    rm -- *.elf
    minute "$1" "MAIN=$TW_SOURCE/tests/firmware/blink_test.c"

    # By hand: 55 + 220 + 165 periodic firings and 6 others. 55 of the ticks with a multiple of 250 are shared with 1000,
    # and one with a one-shot. In the silence of 4900 ticks at the end SysTick, which counts 1048, wakes up 4 times more.
    wanted="blink: one minute, 446 firings at 390 due ticks, 394 wake-ups, 4 of them for SysTick's range"
    [ "$(tail -n 1 out)" = "$wanted" ] || fail "the last line is not: $wanted"
    [ "$(grep -c '^blink$' out)" -eq 55 ] || fail "not 55 blinks"
    [ "$(wc -l <out)" -eq 56 ] || fail "more is printed than blinks and the last line"
    echo "$wanted"
}

case ${1-} in
blink) blink "$2" ;;
*)
    echo "usage: firmware_test.sh blink STRUCTURE" >&2
    exit 2
    ;;
esac
