#!/bin/sh
# board_test.sh run BOARD STRUCTURE BITS LATE EXTRA | fast | compile BOARD | fault NAME
#     run      an hour of examples/firmware/beats.c in the board's emulator, in virtual time. Beside its own checks: counts
#              by arithmetic done here; no callback later than LATE counts; no more sleeps than ticks with something due,
#              and EXTRA; and the clock of the AVR's emulator agrees
#     fast     five minutes on the AVR, a cycle a count
#     compile  a board that has no emulator: its port links with beats.c
#     fault    what board_faults.list seeds into the port is seen by these checks, or by those of beats.c
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need make
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
firmware=$TW_SOURCE/examples/firmware seconds=3600

fail() {
    [ ! -f out ] || tail -n 5 out
    echo "FAILED: $1"
    exit 1
}

tools() {
    case $1 in
    riscv) need riscv64-unknown-elf-gcc && need qemu-system-riscv32 ;;
    esp32-c3) need riscv64-unknown-elf-gcc ;;
    avr)
        need avr-gcc
        echo '#include <avr/io.h>' | avr-gcc -mmcu=atmega328p -E - >/dev/null 2>&1 || skip "no avr-libc here"
        printf '#include <libelf.h>\n#include <simavr/sim_avr.h>\n' | cc -E - >/dev/null 2>&1 || skip "no libsimavr here"
        ;;
    nrf51 | mps2) need arm-none-eabi-gcc && need qemu-system-arm ;;
    *) need arm-none-eabi-gcc ;;
    esac
}

# The last line of the board's program is: N due ticks, N sleeps, worst lateness N counts of N a second.
judge() { # BITS LATE EXTRA
    awk -v bits="$1" -v late="$2" -v extra="$3" -v seconds="$seconds" '
    function bad(what) { print "FAILED: " what; failed = 1 }
    /^simulate: / { if ($2 < seconds * 1000 || $2 > seconds * 1000 + 8) bad("the processor ran " $2 " ms") }
    / of .* beats; / { split($0, beat, /, | beats; /) }
    / due ticks, / { found = 1; due = $1; sleeps = $4; worst = $8; hz = $11 }
    END {
        if (!found) { bad("no last line"); exit 1 }
        n = split(bits == 16 ? "250 70 50 1000" : "250 70 50 1000 30000", ms, " ")
        for (i = 1; i <= n; i++) {
            period = int(hz * ms[i] / 1000)
            wanted = int(hz * seconds / period)
            if (beat[i] != wanted " of " wanted) bad("not " wanted ": " beat[i])
            for (t = period; t <= hz * seconds; t += period) at[t]
        }
        lost = 8 * int(hz * ms[1] / 1000)
        for (t = lost; t + int(hz * 90 / 1000) <= hz * seconds; t += lost) at[t + int(hz * 90 / 1000)]
        for (t in at) grid++
        asked = int(hz * seconds / int(hz * ms[1] / 1000))
        if (due < grid || due > grid + asked) bad("not " grid " due ticks and up to " asked " one-shots, but " due)
        if (sleeps > due + extra) bad("more sleeps than due ticks and " extra)
        if (worst > late) bad("a callback was more than " late " counts late")
        exit failed
    }' out
}

# run BOARD STRUCTURE BITS LATE EXTRA [VARIABLE...]
run() {
    board=$1 structure=$2 bits=$3 late=$4 extra=$5
    shift 5
    set -- -s -f "$firmware/Makefile" "TW=$TW_SOURCE" "BOARD=$board" "STRUCTURE=$structure" "BITS=$bits" \
        "SECONDS=$seconds" OUT=. "$@"
    make "$@" || { echo "NOT BUILT"; exit 1; }
    timeout 300 make "$@" run >out 2>&1 || fail "beats ends with status $?"
    tail -n 3 out
    judge "$bits" "$late" "$extra"
}

# The AVR's counter at the processor's clock for five minutes: it wraps 73,242 times, and anything can come between any two
# instructions.
fast() {
    seconds=300
    run avr sortedlist 32 9000 73242 DIVIDER=1
}

compile() {
    tools "$1"
    make -s -f "$firmware/Makefile" "BOARD=$1" OUT=. || fail "the port of $1 is not built"
    grep -q '^   Compiled here, not run\.' "$firmware/$1/port.c" || fail "the port does not say that it was not run"
}

edit() { # FILE SED-SCRIPT
    sed "$2" "$TW_SOURCE/examples/firmware/$1" >"$firmware/$1"
    ! cmp -s "$TW_SOURCE/examples/firmware/$1" "$firmware/$1" || { echo "FAILED: the fault changes nothing"; exit 1; }
}

case ${1-} in
run)
    shift
    tools "$1"
    run "$@"
    ;;
fast)
    tools avr
    fast
    ;;
compile) compile "$2" ;;
fault)
    cp -R "$firmware" firmware
    firmware=$PWD/firmware
    tools avr
    fault firmware/board_faults.list "$2"
    if (fast) >seen 2>&1; then
        fail "the fault is not seen"
    fi
    cat seen
    grep -q '^FAILED' seen || fail "it ends, but no check failed"
    ! grep -q 'status 124' seen || fail "it hangs; this fault should be seen before"
    ;;
*)
    echo "usage: board_test.sh run BOARD STRUCTURE BITS LATE EXTRA | fast | compile BOARD | fault NAME" >&2
    exit 2
    ;;
esac
