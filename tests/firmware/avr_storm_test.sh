#!/bin/sh
# avr_storm_test.sh BITS: runs firmware_storm.c on simavr's ATmega1284P with ticks of so many bits, and masks as the manual
# of post.h has them. Time is counted in cycles, so each run is the same. By the listing and the report of avr_run, Timer 1
# landed on each instruction of a send and of drain() that ran, but for those that are masked and the two behind each mask,
# which simavr runs before it looks for interrupts (an AVR runs one); and none was masked for more cycles than the bound.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"
avr_machine

storm_build 2000 "$TW_SOURCE" avr "$1" sreg || fail "the storm is not built"
avr-size storm.elf
storm_run avr storm.elf >out || fail "the storm ends with status $?"
cat out

avr-objdump -d --no-show-raw-insn storm.elf |
    awk '/^[0-9a-f]+ <(tw__post_send|drain)(\.[a-z0-9.]*)?>:$/, /^$/' >listing
[ "$(grep -c '>:$' listing)" -eq 2 ] || fail "no tw__post_send or drain, or several"

# As gcc 5.4 compiles it, by the cycles from `cli` to the one that unmasks, that included.
bound=18
[ "$1" -eq 16 ] || bound=34
awk -v bound=$bound '
    function bad(what) { print "FAILED: " what ", at " at; failed = 1; exit 1 }
    NR == FNR { landed[$1] = $2; cycles[$1] = $3; next }
    />:$/ { masked = behind = 0; functions++; next }
    NF {
        at = $1
        sub(":", "", at)
        unmasks = $2 == "out" && $3 ~ /^0x3f/
        if (at in landed && masked && landed[at]) bad("Timer 1 landed while masked")
        if (at in landed && !masked && !behind) {
            if (!landed[at]) bad("Timer 1 never landed")
            open[functions]++
        }
        if (masked && $2 == "out" && $3 ~ /^0x3e/) stretches[functions]-- # the compiler sets the stack pointer
        behind = masked && unmasks ? 2 : behind > 0 ? behind - 1 : 0
        if ($2 == "cli") {
            masked = 1
            stretches[functions]++
            print "masked from " at " on for " cycles[at] " cycles"
            if (cycles[at] < 1 || cycles[at] > bound) bad("no masked cycles, or more than " bound)
        } else if (unmasks)
            masked = 0
    }
    END {
        if (failed) exit
        print "Timer 1 landed on all " open[1] " and " open[2] " instructions of a send and drain()"
        if (stretches[1] != 2 || stretches[2] != 2) bad("not two masks each")
        if (open[1] < 10 || open[2] < 10) bad("no instructions")
    }' report listing
