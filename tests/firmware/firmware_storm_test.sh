#!/bin/sh
# firmware_storm_test.sh CPU BITS MASK: runs firmware_storm.c on qemu's Cortex-M0 or M3 with ticks of so many bits; MASK is
# primask (as the manual of post.h has it), basepri, or none (atomics). Time is counted in instructions, so each run is
# the same. What ran in a shorter storm of the same code is traced, instruction by instruction, and must agree:
#     - SysTick landed on each instruction of a send of PendSV, and of the owner's drain, that ran unmasked
#     - it landed on none that is masked
#     - no more masked ones run in a row than the bound, nor than the longest way through the listing has
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need cmp
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"

cpu=$1 bits=$2 mask=$3
storm_build 300 "$TW_SOURCE" "$cpu" "$bits" "$mask" || fail "the short storm is not built"
mv storm.elf short.elf
storm_build 2000 "$TW_SOURCE" "$cpu" "$bits" "$mask" || fail "the storm is not built"
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

# Instructions, the one that unmasks included: 5 with gcc 12. Another one may move in up to three that load an address.
bound=8
cat listing out ran | awk -v mask="$mask" -v bound=$bound '
    function bad(what) { print "FAILED: " what; failed = 1; exit 1 }
    function number(hex, i, n) {
        n = 0
        for (i = 1; i <= length(hex); i++)
            n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
        return n
    }
    # The longest way from instruction i to the end of the mask, both included.
    function longest(i, far, near) {
        masked[i] = 1
        if (i in unmasks)
            return 1
        if (op[i] !~ /^(b[a-z]*|cbn?z|pop|ldm.*|bkpt|svc|wf[ei])(\.[nw])?$/)
            return 1 + longest(next_one[i])
        if (!(i in target) || target[i] <= i)
            bad("a loop, a call or a return while masked, at " hex[i])
        far = longest(target[i])
        near = op[i] ~ /^b(\.[nw])?$/ ? 0 : longest(next_one[i])
        return 1 + (far > near ? far : near)
    }
    />:$/ {
        name = $2 ~ /drain/ ? "drain" : "send"
        last = -1
        next
    }
    /^ +[0-9a-f]+:/ {
        sub(":", "", $1)
        i = number($1)
        if ($2 == ".word" || $2 == "nop")
            next
        hex[i] = $1
        in_function[i] = name
        op[i] = $2
        if (last >= 0)
            next_one[last] = i
        if ($2 == "mrs")
            asked = 1
        else if ($2 == "cpsid" || ($2 == "msr" && asked)) {
            masks[i] = 1
            asked = 0
        } else if ($2 == "msr" || $2 == "cpsie")
            unmasks[i] = 1
        if ($2 ~ /^ldrex|^strex/)
            exclusive = 1
        if (match($0, /[0-9a-f]+ </))
            target[i] = number(substr($0, RSTART, RLENGTH - 2))
        last = i
        next
    }
    / at [0-9]+$/ {
        landed[$1, $3] = 1
        next
    }
    / / { next }
    # From here on what ran.
    {
        i = number($1)
        ran[i]++
        if (start) {
            row++
            if (i in unmasks) {
                if (row > most[start])
                    most[start] = row
                start = 0
            }
        } else if (i in masks) {
            start = i
            row = 0
        }
    }
    END {
        if (failed)
            exit 1
        for (i in masks) {
            there = longest(next_one[i])
            stretches[in_function[i]]++
            print in_function[i] ": masked from " hex[i] " on, " most[i] " instructions of " there
            if (most[i] < 1 || most[i] > there)
                bad("the listing does not agree with what ran")
            if (most[i] > bound)
                bad("more than " bound)
        }
        wanted = mask == "none" ? 0 : 2
        if (stretches["send"] + 0 != wanted || stretches["drain"] + 0 != wanted || exclusive + 0 != !wanted)
            bad("masks, or exclusive loads and stores, are not what " mask " has")
        for (i in hex) {
            context = in_function[i] == "send" ? "PendSV" : "owner"
            if ((i in masked) && ((("PendSV", i) in landed) || (("owner", i) in landed)))
                bad("an interrupt came while masked, at " hex[i])
            if (i in ran && !(i in masked)) {
                open[context]++
                if (!((context, i) in landed))
                    bad("SysTick never landed in " context " at " hex[i])
            }
        }
        print "SysTick landed on all " open["PendSV"] " instructions of a send, all " open["owner"] " of drain"
        if (open["PendSV"] < 10 || open["owner"] < 10)
            bad("no instructions")
    }'
