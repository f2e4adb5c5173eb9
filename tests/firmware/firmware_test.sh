#!/bin/sh
# firmware_test.sh blink STRUCTURE: on qemu's micro:bit, a Cortex-M0 with 16 KB of RAM, the example runs its minute, and
# blink_test.c, which has its clock, finds nothing wrong with it. firmware_test.sh hour STRUCTURE: nor does it after an
# hour. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need make
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" tw # make can name no path that has a blank
board=tw/examples/firmware/cortex-m

fail() {
    [ ! -f out ] || tail -n 5 out
    echo "FAILED: $1"
    exit 1
}

# run STRUCTURE ARGUMENT...: builds a program and runs it to its end.
run() {
    structure=$1
    shift
    make -f "$board/Makefile" "STRUCTURE=$structure" OUT=. "$@" || fail "blink is not built"
    timeout 300 make -s -f "$board/Makefile" "STRUCTURE=$structure" OUT=. "$@" run >out 2>&1 ||
        fail "blink ends with status $?"
}

# ends_with LINE COUNT: COUNT blinks were printed, and then LINE.
ends_with() {
    [ "$(tail -n 1 out)" = "$1" ] || fail "the last line is not: $1"
    [ "$(grep -c '^blink$' out)" -eq "$2" ] || fail "not $2 blinks"
    [ "$(wc -l <out)" -eq $(($2 + 1)) ] || fail "more is printed than blinks and the last line"
    echo "$1"
}

blink() {
    # By hand: 59 blinks, for the end comes before the sixtieth, 180 samples at other ticks, and the end.
    run "$1"
    [ "$(tail -n 1 out)" = "240 wake-ups in a minute" ] || fail "the last line is not: 240 wake-ups in a minute"
    [ "$(sort out | uniq -c | tr -s ' \n' ' ')" = " 1 240 wake-ups in a minute 59 blink " ] || fail "not 59 blinks"
    rm -- *.elf
    run "$1" MAIN=tw/tests/firmware/blink_test.c

    # By hand: 55 + 220 + 165 periodic firings and 6 others. 55 of the ticks with a multiple of 250 are shared with 1000,
    # and one with a one-shot. In the silence of 4900 ticks at the end SysTick, which counts 1048, wakes up 4 times more.
    wanted="blink: 1 minutes, 446 firings at 390 due ticks, 394 wake-ups, 4 of them for SysTick's range"
    ends_with "$wanted" 55
}

hour() {
    printf '#define MINUTES 60\n#include "%s"\n' "$TW_SOURCE/tests/firmware/blink_test.c" >hour.c
    run "$1" MAIN=hour.c

    # By hand: until the silence 3595 + 14380 + 10796 periodic firings, and 6 others. Of the ticks with a multiple of 333 43
    # are shared with 250.
    ends_with "blink: 60 minutes, 28777 firings at 25138 due ticks, 25142 wake-ups, 4 of them for SysTick's range" 3595
}

case ${1-} in
blink | hour) "$@" ;;
*)
    echo "usage: firmware_test.sh blink|hour STRUCTURE" >&2
    exit 2
    ;;
esac
