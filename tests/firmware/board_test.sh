#!/bin/sh
# board_test.sh run BOARD STRUCTURE BITS LATE EXTRA | fast | wraps | compile BOARD | rebuild
#     run      an hour of examples/firmware/beats.c in the board's emulator, in virtual time. Beside its own checks:
#              counts by arithmetic done here; no callback later than LATE counts; no more sleeps than ticks with
#              something due, and EXTRA; and the clock of the AVR's emulator agrees. With TW_DAY 20 minutes, in which
#              each counter of 16 or 32 bits wraps, and as much less of EXTRA
#     fast     two minutes on the AVR, a cycle a count
#     wraps    the AVR's clock at the wraps of its counter, and unread for 1, 2 and 100 turns: turns_avr.c
#     compile  a board that has no emulator: its port links with beats.c
#     rebuild  a changed setting builds beats anew, and nothing else does
# The ports are those of examples/firmware, or of TW_FIRMWARE: ../faults/board.list has faults that these checks, or those
# of beats.c, see. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need make
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "${TW_FIRMWARE:-$TW_SOURCE/examples/firmware}" firmware # make can name no path that has a blank
ln -s "$TW_SOURCE" tw
seconds=3600

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
        printf '#include <libelf.h>\n#include <simavr/sim_avr.h>\n' | cc -E - >/dev/null 2>&1 ||
            skip "no libsimavr here"
        ;;
    nrf51 | mps2) need arm-none-eabi-gcc && need qemu-system-arm ;;
    *) need arm-none-eabi-gcc ;;
    esac
}

# run BOARD STRUCTURE BITS LATE EXTRA [VARIABLE...]
run() {
    board=$1 structure=$2 bits=$3 late=$4 extra=$5 chain=${chain:-4}
    shift 5
    set -- -s -f firmware/Makefile TW=tw "BOARD=$board" "STRUCTURE=$structure" "BITS=$bits" \
        "SECONDS=$seconds" "CHAIN=$chain" OUT=. "$@"
    make "$@" || { echo "NOT BUILT"; exit 1; }
    timeout 1400 make "$@" run >out 2>&1 || fail "beats ends with status $?"
    tail -n 3 out
    awk -v bits="$bits" -v late="$late" -v extra="$extra" -v chain="$chain" -v seconds="$seconds" \
        -f "$TW_SOURCE/tests/firmware/board_judge.awk" out
}

# The AVR's counter at the processor's clock for two minutes, in which it wraps 29,296 times; and chains of a hundred
# one-shots, so that much comes between any two instructions.
fast() {
    seconds=120 chain=100
    run avr sortedlist 32 10000 29297 DIVIDER=1
}

# The program reads across 40 wraps first. A wrap takes 262.144 ms.
wraps() {
    cc firmware/avr/simulate.c -lsimavr -lelf -o simulate || { echo "NOT BUILT"; exit 1; }
    for turns in 1 2 100; do
        avr-gcc -mmcu=atmega328p -std=c99 -Os -Wall -Wextra -Wconversion -Werror -DTW_TICK_BITS=32 "-DTURNS=$turns" \
            -Itw -Ifirmware "$TW_SOURCE/tests/firmware/turns_avr.c" firmware/avr/port.c -o turns.elf ||
            { echo "NOT BUILT"; exit 1; }
        timeout 300 ./simulate turns.elf >out 2>&1 || fail "$turns turns: status $?"
        cat out
        awk -v wraps="$((40 + turns))" '/port/ { port = $1 } /^simulate/ { real = $2 }
            END { exit !(port + 1 >= real && port <= real && int((real + 1) / 262.144) == wraps) }' out ||
            fail "$turns turns: the emulator has another time"
    done
}

compile() {
    tools "$1"
    make -s -f firmware/Makefile "BOARD=$1" OUT=. || fail "the port of $1 is not built"
    grep -Eq 'Compiled here, not run\.|Not run on a chip' "firmware/$1/port.c" || fail "the port does not say that it was not run"
}

# rebuilt SETTING...: these settings build a program that is not the last one, and do not build it again.
rebuilt() {
    make -s -f firmware/Makefile BOARD=avr OUT=. "$@" || { echo "NOT BUILT"; exit 1; }
    ! cmp -s beats.avr.sortedlist.elf last.elf || fail "the program of before stands for $*"
    make -f firmware/Makefile BOARD=avr OUT=. "$@" >commands
    ! grep -q gcc commands || fail "nothing changed, and the program is built again: $*"
    cp beats.avr.sortedlist.elf last.elf
}

rebuild() {
    rebuilt SECONDS=5
    rebuilt SECONDS=6
    rebuilt SECONDS=6 CHAIN=9
    rebuilt SECONDS=6 CHAIN=9 BITS=16
    rebuilt SECONDS=6 CHAIN=9 BITS=16 DIVIDER=1
    rebuilt SECONDS=5
}

case ${1-} in
run)
    tools "$2"
    [ -z "${TW_DAY-}" ] || seconds=1200
    run "$2" "$3" "$4" "$5" $((($6 * seconds + 3599) / 3600))
    ;;
fast | wraps)
    tools avr
    "$1"
    ;;
compile) compile "$2" ;;
rebuild)
    tools avr
    rebuild
    ;;
*)
    echo "usage: board_test.sh run BOARD STRUCTURE BITS LATE EXTRA | fast | wraps | compile BOARD | rebuild" >&2
    exit 2
    ;;
esac
