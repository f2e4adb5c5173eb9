#!/bin/sh
# rom_test.sh TARGET: all headers as firmware compiles them for a target (m0, m4, rv32, avr), every compiled function and
# every kind of set and queue, for each width of a tick, warnings as errors; with TW_DAY, for 32-bit ticks. They can stand in
# ROM: no object has a variable. They can be analysed: nothing is called but the compiler's own arithmetic, and each
# function's stack is known, 160 bytes at most. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
case $1 in
m0) prefix=arm-none-eabi- machine="-mcpu=cortex-m0 -mthumb" ;;
m4) prefix=arm-none-eabi- machine="-mcpu=cortex-m4 -mthumb" ;;
rv32) prefix=riscv64-unknown-elf- machine="-march=rv32imc -mabi=ilp32" ;;
avr) prefix=avr- machine=-mmcu=atmega328p ;;
esac
need ${prefix}gcc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $1"
    exit 1
}

{
    echo '#define TW_IMPLEMENTATION'
    for header in "$TW_SOURCE"/*.h; do
        case $header in */delayqueue* | */watch.h) ;; *) echo "#include \"$header\"" ;; esac
    done
} >whole.c
cp "$TW_SOURCE/tests/packaging/compile/wrappers.c" "$TW_SOURCE/tests/packaging/compile/masks.h" .

# The variables of the program itself.
: >mine.whole
sed -n 's/^static [a-z_ ]* \([a-z_]*\)\( = .*\)*;$/\1/p; s/^static TW_[A-Z0-9_]*(\([a-z]*\),.*/\1/p' wrappers.c >mine.wrappers

widths="16 32 64"
[ -z "${TW_DAY-}" ] || widths=32
for bits in $widths; do
    for part in whole wrappers; do
        # shellcheck disable=SC2086
        ${prefix}gcc $machine -std=c99 -Os -ffreestanding -fstack-usage -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
            -Wcast-qual -Wstrict-prototypes -Werror -DTW_TICK_BITS=$bits -I"$TW_SOURCE" -include masks.h -c $part.c -o $part.o
        ${prefix}nm $part.o | awk 'FILENAME == "mine.wrappers" { mine[$1]; next }
            $(NF - 1) ~ /^[BbDdCcGgSs]$/ && !($NF in mine)' mine.$part - >variables
        [ $part = wrappers ] || ${prefix}size -A $part.o | awk '/^\.(data|bss|sdata|sbss)/ && $2 > 0' >>variables
        [ ! -s variables ] || { cat variables; fail "variables in $part, $bits-bit ticks"; }
        ${prefix}nm -u $part.o | grep -v ' __[a-z]\| tw_' >called || :
        [ ! -s called ] || { cat called; fail "$part calls the functions above, $bits-bit ticks"; }
        awk -F '\t' '$3 != "static" || $2 > 160' $part.su >frames
        [ ! -s frames ] || { cat frames; fail "stack without bound, or above 160 bytes, in $part, $bits-bit ticks"; }
        echo "$1, $bits-bit ticks: $part has $(wc -l <$part.su) functions, $(sort -t '	' -k 2,2nr $part.su | head -n 1)"
    done
done
[ "$(wc -l <whole.su)" -gt 100 ] || fail "few functions were compiled"
