#!/bin/sh
# masks_rv32_test.sh BITS: masks_rv32.c on qemu's RV32, with ticks of so many bits. What ran is traced, instruction by
# instruction: between each one that masks and the one that unmasks, that included, are no more than the bound, and every
# mask in the listing ran. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need riscv64-unknown-elf-gcc
need qemu-system-riscv32
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"

compiler="riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imc -mabi=ilp32 -misa-spec=2.2"
echo '#include <stdlib.h>' >have.c
$compiler -c have.c -o have.o 2>message || skip "no picolibc here"
headers=$TW_SOURCE
manual 'RISC-V'
# picolibc is told where qemu's `virt` has memory.
$compiler -std=c99 -Os -mcmodel=medany --oslib=semihost --crt0=hosted -Wall -Wextra -Werror "-DTW_TICK_BITS=$1" \
    -I. "-I$TW_SOURCE" "$TW_SOURCE/tests/firmware/masks_rv32.c" -Wl,--defsym=__flash=0x80000000 \
    -Wl,--defsym=__flash_size=0x200000 -Wl,--defsym=__ram=0x80200000 -Wl,--defsym=__ram_size=0x100000 \
    -Wl,--defsym=__stack_size=0x1000 -o masks.elf

one=-singlestep
qemu-system-riscv32 -help | grep -q -e '^-singlestep' || one="-accel tcg,one-insn-per-tb=on"
# shellcheck disable=SC2086
timeout 300 qemu-system-riscv32 -M virt -bios none -display none -monitor none -serial none -kernel masks.elf $one \
    -semihosting-config enable=on,target=native -d exec,nochain -D trace || fail "the program ends with status $?"

riscv64-unknown-elf-objdump -d --no-show-raw-insn masks.elf >listing
# 8 at most with gcc 12. Another one may move in up to three that load an address.
bound=11
awk -v bound=$bound '
    NR == FNR { sub(":", "", $1) }
    NR == FNR && $2 ~ /^csrrci?$/ && $3 ~ /,mstatus,8/ { most[$1] = 0; masks++ }
    NR == FNR && $2 == "csrs" && $3 ~ /^mstatus,/ { unmasks[$1] = 1 }
    NR == FNR { next }
    /^Trace/ {
        split($0, part, "/")
        pc = part[2]
        sub("^0*", "", pc)
        if (from) row++
        if (from && pc in unmasks) { if (row > most[from]) most[from] = row; from = "" }
        if (pc in most) { from = pc; row = 0 }
    }
    END {
        for (at in most) {
            print "masked from " at " on for " most[at] " instructions"
            if (most[at] < 1 || most[at] > bound) { print "FAILED: none, or more than " bound; failed = 1 }
        }
        if (masks < 4) { print "FAILED: only " masks + 0 " masks"; failed = 1 }
        exit failed
    }' listing trace
