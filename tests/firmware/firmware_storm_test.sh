#!/bin/sh
# firmware_storm_test.sh ORACLE CPU BITS MASK: runs firmware_storm.c on qemu's Cortex-M0 or M3 with ticks of so many bits;
# MASK is primask (as the manual of post.h has it), basepri, or none (atomics). Time is counted in instructions, so each
# run is the same. What ran in a shorter storm of the same code is traced, instruction by instruction, and must agree
# with what ORACLE, storm_oracle, finds in the listing. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need cmp
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"

oracle=$1 cpu=$2 bits=$3 mask=$4
storm_build 150 "$TW_SOURCE" "$cpu" "$bits" "$mask" || fail "the short storm is not built"
mv storm.elf short.elf
storm_build 1000 "$TW_SOURCE" "$cpu" "$bits" "$mask" || fail "the storm is not built"
arm-none-eabi-size storm.elf
storm_run "$cpu" storm.elf 2>out || fail "the storm ends with status $?"
grep -v ' at [0-9]*$' out

# Both functions, the one that is common to all sends and the one around drain, are there once, by these names.
arm-none-eabi-objdump -d --no-show-raw-insn storm.elf |
    awk '/^[0-9a-f]+ <(tw__post_send|drain)(\.[a-z0-9.]*)?>:$/, /^$/' >listing
[ "$(grep -c '>:$' listing)" -eq 2 ] || fail "no tw__post_send or drain, or several"
range=$(awk 'function put() { if (from) { printf "%s0x%s..0x%s", comma, from, to; comma = "," } }
             />:$/ { put(); from = $1 } /^ / { sub(":", "", $1); to = $1 } END { put() }' listing)

# What is logged as stopped before it ran is logged again when it runs.
one=-singlestep
qemu-system-arm -help | grep -q -e '^-singlestep' || one="-accel tcg,one-insn-per-tb=on"
{
    # shellcheck disable=SC2086
    storm_run "$cpu" short.elf $one -d exec,nochain -dfilter "$range" -D /dev/stdout 2>traced || echo $? >status
} | awk '
    function flush() { if (pc != "") print pc; pc = "" }
    /^Trace/ { flush(); split($0, part, "/"); pc = part[2] }
    /^Stopped/ { pc = "" }
    END { flush() }' | sed 's/^0*//' >ran
[ ! -f status ] || fail "the short storm ends with status $(cat status)"
storm_run "$cpu" short.elf 2>untraced || fail "the short storm fails without a trace"
cmp traced untraced || fail "two runs differ"

# Instructions, the one that unmasks included. masks_m_test.sh counts them for gcc 12; another one may move in up to three that load an address.
bound=8
"$oracle" "$mask" $bound listing out ran
