# shellcheck shell=sh
# Sourced by firmware_storm_test.sh and firmware_storm_faults.sh: how the storm is built and run.

fail() {
    [ ! -f out ] || grep -v ' at [0-9]*$' out || :
    echo "FAILED: $1"
    exit 1
}

# storm_build ROUNDS HEADERS CPU BITS MASK [FLAG...]: storm.elf, with the headers of that directory. The rounds are an
# address to the linker, so that the code is the same for any number of them.
storm_build() {
    rounds=$1 headers=$2 cpu=$3 bits=$4 board=$TW_SOURCE/examples/firmware/cortex-m
    case $5 in
    primask) # what the manual proposes
        sed -n '/static inline unsigned mask(void)/,/static inline void unmask/p' "$headers/post.h" >manual.h
        how='-DMASK="manual.h"'
        ;;
    basepri) how=-DMASK_BASEPRI ;;
    none) how= ;;
    esac
    shift 5
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -std=c99 -Os "-mcpu=cortex-$cpu" -mthumb -ffreestanding -fno-tree-loop-distribute-patterns \
        -ffunction-sections -fdata-sections -Wall -Wextra -Wconversion -Wshadow -Werror \
        "-DTW_TICK_BITS=$bits" -DTW_HWHEEL_FIRST_BITS=4 -DTW_HWHEEL_UPPER_BITS=4 -DTW_HWHEEL_LEVELS=4 \
        $how "$@" -I. "-I$headers" "-I$board" "$TW_SOURCE/tests/firmware/firmware_storm.c" "$board/startup.c" \
        -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings -T "$board/link.ld" "-Wl,--defsym=storm_rounds=$rounds" \
        -lgcc -o storm.elf
}

# storm_run CPU PROGRAM [OPTION...]: an instruction takes 2^6 ns, longer than a cycle of SysTick, so that a period can
# end with any instruction. The M3's board has memory where the M0's has.
storm_run() {
    machine=microbit
    [ "$1" = m0 ] || machine=mps2-an385
    program=$2
    shift 2
    timeout "${limit:-300}" qemu-system-arm -M $machine -icount shift=6,sleep=off -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native "$@" -kernel "$program"
}
