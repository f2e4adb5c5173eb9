#!/bin/sh
# port_test.sh model | host BOARD SECONDS LATE EXTRA DEEP | idle BOARD DEEP | wraps BOARD BITS TURNS | cores | tickless | turns
#     model    port.h over a counter that goes on between any two accesses: port_model.c
#     host     a port and beats.c on this machine, over the board's model in host/, for SECONDS of its time. Beside the checks
#              of board_test.sh run: no read of the clock is wrong, all clocks run again after each sleep; and there are DEEP
#              deep sleeps a second or more, and ten sleeps a second or more that another interrupt ended
#     idle     the loop of port.h with nothing armed, over the same models, with DEEP deep sleeps or more: idle_test.c
#     wraps    the clock at the wraps of a counter of BITS bits, and unread for TURNS turns: wraps_test.c
#     cores    a second core arms timers, over the stand-ins for the Pico SDK, with and without a word to the first: cores_test.c
#     tickless the hook for FreeRTOS on qemu's MPS2, over a stand-in for the kernel: tickless_test.c
#     turns    the hook on this machine, not called for whole turns of the counter, at the rate of each port: turns_test.c
# The ports are those of examples/firmware, or of TW_FIRMWARE, as for board_test.sh. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
firmware=${TW_FIRMWARE:-$TW_SOURCE/examples/firmware}

fail() {
    [ ! -f out ] || tail -n 5 out
    echo "FAILED: $1"
    exit 1
}

model() {
    cc -std=c99 -O1 -Wall -Wextra -Werror -DTW_TICK_BITS=32 "-I$TW_SOURCE" "-I$firmware" \
        "$TW_SOURCE/tests/firmware/port_model.c" -o model || { echo "NOT BUILT"; exit 1; }
    timeout 1400 ./model
}

# build BOARD PROGRAM OPTION...: a port that reads and writes registers is compiled as C++, see host/processor.h.
build() {
    board=$1 program=$2 here=$TW_SOURCE/tests/firmware/host
    shift 2
    set -- "-I$here/$board" "-I$here" "-I$firmware" "-I$TW_SOURCE" -I. -DTW_TICK_BITS=32 -O1 -Wall -Wextra -Werror "$@"
    set -- "$@" "-DPORT=\"$firmware/$board/port.c\"" -DSTRUCTURE=sortedlist '-DHEADER="sortedlist.h"'
    if [ -f "$here/$board.cc" ]; then
        need g++
        g++ -std=c++11 "$@" -Dport_now=board_now -Dport_unmask=board_unmask -c "$here/$board.cc" -o model.o
    else
        cc -std=c99 "$@" -Dport_now=board_now -Dport_unmask=board_unmask -c "$here/$board.c" -o model.o
    fi || { echo "NOT BUILT"; exit 1; }
    cc -std=gnu99 "$@" "$here/host.c" "$program" model.o -o host || { echo "NOT BUILT"; exit 1; }
}

# host BOARD SECONDS LATE EXTRA DEEP
host() {
    seconds=$2 late=$3 extra=$4 deep=$5 chain=4
    build "$1" "$firmware/beats.c" "-DSECONDS=$seconds" "-DCHAIN=$chain"
    timeout 300 ./host >out 2>&1 || fail "beats ends with status $?"
    tail -n 2 out
    awk -v bits=32 -v late="$late" -v extra="$extra" -v chain="$chain" -v seconds="$seconds" \
        -f "$TW_SOURCE/tests/firmware/board_judge.awk" out
    awk -v seconds="$seconds" -v deep="$deep" '
        /^host: / { found = $6 >= deep * seconds && $12 >= 10 * seconds } END { exit !found }' out ||
        fail "less than $deep deep sleeps a second, or than ten that another interrupt ended"
}

# idle BOARD DEEP: the loop is the one that the head of port.h prints.
idle() {
    sed -n '/^       for (;;) {/,/^       }/p' "$firmware/port.h" >loop.h
    grep -q timers_next loop.h || fail "port.h prints no loop"
    build "$1" "$TW_SOURCE/tests/firmware/idle_test.c"
    timeout 60 ./host >out 2>&1 || fail "the loop ends with status $?"
    cat out
    awk -v deep="$2" '/^host: / { found = $6 >= deep } END { exit !found }' out || fail "less than $2 deep sleeps"
}

# wraps BOARD BITS TURNS
wraps() {
    build "$1" "$TW_SOURCE/tests/firmware/wraps_test.c" "-DWRAP_BITS=$2" "-DTURNS=$3"
    timeout 1400 ./host >out 2>&1 || fail "the program ends with status $?"
    cat out
}

cores() {
    build pico-sdk "$TW_SOURCE/tests/firmware/cores_test.c"
    timeout 100 ./host || fail "the program ends with status $?"
    build pico-sdk "$TW_SOURCE/tests/firmware/cores_test.c" -DSILENT
    ! timeout 100 ./host >out 2>&1 && grep 'other core is late' out || fail "no word to the first core, and no timer is late"
}

# The stand-ins for FreeRTOS's headers hold a timers.h, which must not be found for ours. The vectors of the test lie behind
# those of the port, which is linked first.
tickless() {
    arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -std=c99 -Os -ffreestanding -fno-tree-loop-distribute-patterns \
        -ffunction-sections -fdata-sections -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror \
        -DTW_TICK_BITS=32 "-I$TW_SOURCE" "-I$firmware" "-I$firmware/cortex-m" \
        -idirafter "$TW_SOURCE/tests/recipes/freertos" "$firmware/mps2/port.c" "$firmware/freertos/tickless.c" \
        "$TW_SOURCE/tests/firmware/tickless_test.c" "$firmware/cortex-m/startup.c" -nostdlib -Wl,--gc-sections \
        -Wl,--fatal-warnings -T "$firmware/cortex-m/link.ld" -lgcc -o tickless.elf || { echo "NOT BUILT"; exit 1; }
    timeout 300 qemu-system-arm -M mps2-an385 -icount shift=6,sleep=off -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel tickless.elf >out 2>&1 || fail "the test ends with status $?"
    cat out
}

# Rates of the ports, and bits of a tick.
turns() {
    for port in "4000000 32" "25000000 32" "10000000 32" "16000000 32" "1000000 32" "250000 32" "32768 32" "32768 16"; do
        cc -std=c99 -O1 -Wall -Wextra -Wconversion -Werror "-DPORT_HZ=${port% *}" "-DTW_TICK_BITS=${port#* }" \
            "-I$TW_SOURCE" "-I$TW_SOURCE/tests/firmware/host/systick" "-I$firmware" \
            -idirafter "$TW_SOURCE/tests/recipes/freertos" "$TW_SOURCE/tests/firmware/turns_test.c" \
            "$firmware/freertos/tickless.c" -o turns || { echo "NOT BUILT"; exit 1; }
        timeout 60 ./turns || fail "the hook at $port"
    done
}

case ${1-} in
model | turns | cores) "$1" ;;
host | idle | wraps) "$@" ;;
tickless)
    need arm-none-eabi-gcc
    need qemu-system-arm
    tickless
    ;;
*)
    echo "usage: port_test.sh model | host BOARD SECONDS LATE EXTRA DEEP | idle BOARD DEEP | wraps BOARD BITS TURNS | cores | tickless | turns" >&2
    exit 2
    ;;
esac
