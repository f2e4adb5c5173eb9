#!/bin/sh
# firmware_test.sh blink STRUCTURE | conformance - on qemu's micro:bit, a Cortex-M0 with 16 KB of RAM:
#     blink          the example runs its minute, and blink_test.c, which has its clock, finds nothing wrong with it
#     conformance    random.c, linked with newlib, fires what it fires on this machine: the same hash
# Wants TW_SOURCE and TW_WORK.
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

conformance() {
    need cc
    cpu="-mcpu=cortex-m0 -mthumb"
    newlib="--specs=nano.specs --specs=rdimon.specs"
    echo '#include <stdio.h>' >have.c
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu $newlib -nostartfiles -Wl,--entry=0 have.c -o have 2>message ||
        skip "no newlib for arm-none-eabi-gcc here"

    # What newlib's own start does, but for asking the debugger where memory is, which qemu's micro:bit cannot answer.
    cat >start.c <<'END'
#include "semihosting.h"
#include <stdlib.h>

void initialise_monitor_handles(void);
int main(int argc, char **argv);
int start(void);

int start(void) {
    static char line[80];
    const uint32_t buffer[] = {(uint32_t)line, sizeof line};
    char *argv[8], *c = line;
    int argc = 0;

    initialise_monitor_handles();
    semihosting(0x15, buffer); /* SYS_GET_CMDLINE */
    while (*c && argc < 8) {
        for (argv[argc++] = c; *c && *c != ' '; c++)
            ;
        if (*c)
            *c++ = 0;
    }
    exit(main(argc, argv));
}
END
    options="-std=c99 -Wall -Wextra -Werror -I$TW_SOURCE -I$board -DTW_TICK_BITS=32 -DMODEL_CAPACITY=64
             -DTW_HWHEEL_FIRST_BITS=4 -DTW_HWHEEL_UPPER_BITS=4 -DTW_HWHEEL_LEVELS=4"
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -Os $cpu $newlib $options -DSTART=start -ffunction-sections -fdata-sections -nostartfiles \
        -Wl,--gc-sections -T "$board/link.ld" "$TW_SOURCE/tests/contract/random.c" "$board/startup.c" start.c -o random.elf
    arm-none-eabi-size random.elf
    # shellcheck disable=SC2086
    cc -O2 $options "$TW_SOURCE/tests/contract/random.c" -o random

    ./random --ops 30000 --seed 7 >host || fail "random fails on this machine"
    timeout 300 qemu-system-arm -M microbit -display none -monitor none -serial none -kernel random.elf \
        -semihosting-config enable=on,target=native,arg=random,arg=--ops,arg=30000,arg=--seed,arg=7 >out 2>&1 ||
        fail "random ends with status $? on the Cortex-M0"

    grep -q '^random: passed, [1-9][0-9]* firings on .*, hash [0-9a-f]\{16\}$' out || fail "no hash is printed"
    cmp host out || fail "this machine says: $(tail -n 1 host)"
    tail -n 1 out
}

case ${1-} in
blink) blink "$2" ;;
conformance) conformance ;;
*)
    echo "usage: firmware_test.sh blink STRUCTURE | conformance" >&2
    exit 2
    ;;
esac
