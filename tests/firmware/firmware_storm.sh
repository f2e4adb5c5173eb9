# shellcheck shell=sh
# Sourced by firmware_storm_test.sh, avr_storm_test.sh and ../faults/kinds/storm.sh: how the storm is built and run.

fail() {
    [ ! -f out ] || grep -v ' at [0-9]*$' out || :
    echo "FAILED: $1"
    exit 1
}

# storm_build ROUNDS HEADERS CPU BITS MASK [FLAG...]: storm.elf, with the headers of that directory. CPU is m0, m3 or avr.
# The rounds are an address to the linker, so that the code is the same for any number of them.
storm_build() {
    rounds=$1 headers=$2 cpu=$3 bits=$4 board=$TW_SOURCE/examples/firmware/cortex-m
    case $5 in
    primask) manual 'a Cortex-M' ;;
    sreg) manual 'an AVR' ;;
    basepri) how=-DMASK_BASEPRI ;;
    none) how= ;;
    esac
    shift 5
    if [ "$cpu" = avr ]; then
        compiler="avr-gcc -mmcu=$mcu"
        machine=
    else
        compiler="arm-none-eabi-gcc -mcpu=cortex-$cpu -mthumb"
        machine="$board/startup.c -nostdlib -T $board/link.ld -lgcc"
    fi
    # shellcheck disable=SC2086
    $compiler -std=c99 -Os -ffreestanding -fno-tree-loop-distribute-patterns \
        -ffunction-sections -fdata-sections -Wall -Wextra -Wconversion -Wshadow -Werror \
        "-DTW_TICK_BITS=$bits" -DTW_SMALLWHEEL_LEVELS=4 $how "$@" -I. "-I$headers" "-I$board" \
        "$TW_SOURCE/tests/firmware/firmware_storm.c" $machine \
        -Wl,--gc-sections -Wl,--fatal-warnings "-Wl,--defsym=storm_rounds=$rounds" -o storm.elf
}

# manual MACHINE: what the manual of post.h proposes on it.
manual() {
    awk -v heading="^ *On $1.*:\$" '
        $0 ~ heading { on = 1; next }
        on && index($0, "           ") != 1 { exit }
        on' "$headers/post.h" >manual.h
    grep -q '^ *static inline void unmask' manual.h || fail "the manual has no mask for $1"
    how='-DMASK="manual.h"'
}

# storm_run CPU PROGRAM [OPTION...]: on qemu an instruction takes 2^6 ns, longer than a cycle of SysTick, so that a period
# can end with any instruction. The M3's board has memory where the M0's has. simavr counts cycles, and writes a report.
mcu=atmega1284p
storm_run() {
    machine=microbit
    [ "$1" = m0 ] || machine=mps2-an385
    program=$2
    [ "$1" != avr ] || { timeout 300 ./avr_run "$mcu" "$program" report; return; }
    shift 2
    timeout 300 qemu-system-arm -M $machine -icount shift=6,sleep=off -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native "$@" -kernel "$program"
}

# avr_machine: builds avr_run, which prints on stdout what a program sends.
avr_machine() {
    need avr-gcc
    [ -f /usr/include/simavr/sim_avr.h ] || skip "no libsimavr here"
    cc -std=gnu99 -O2 "$TW_SOURCE/tests/targets/avr_run.c" -lsimavr -lelf -o avr_run
}
