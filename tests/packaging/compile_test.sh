#!/bin/sh
# compile_test.sh gcc|clang|cross: every header alone, twice, and all together, as every language, for every tick width,
# declared and implemented, warnings as errors. By day the newest languages, in a width that is drawn, and each header
# alone in a way that is drawn, by gcc and arm-none-eabi-gcc. Wants TW_SOURCE and TW_WORK.
# shellcheck disable=SC2086
set -eu
. "$(dirname "$0")/../skip.sh"
family=$1
fail() { echo "FAILED: $*"; exit 1; }
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words

strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror -D_POSIX_C_SOURCE=200809L -Isource"
headers=$(cd "$TW_SOURCE" && ls ./*.h | sed 's|^\./||' | grep -v '^delayqueue')

# The sources to compile: for each header alone and for all, with what goes before. Two headers stand alone and with all in
# sources of their own: delayqueue.h, which wants 64-bit ticks and threads, with its port; and watch.h, which comes first.
rest=$(echo "$headers" | grep -vx watch.h)
for set in $headers all watch.all delayqueue.h delayqueue.port delayqueue.all; do
    case $set in
    all) list=$rest ;;
    watch.all) list="watch.h $rest" ;;
    delayqueue.port) list=delayqueue_port.h ;;
    delayqueue.all) list="$rest delayqueue.h" ;;
    *) list=$set ;;
    esac
    for mode in plain implementation static late; do
        {
            case $mode in
            implementation) echo '#define TW_IMPLEMENTATION' ;;
            static) printf '#define TW_STATIC\n#define TW_IMPLEMENTATION\n' ;;
            esac
            for h in $list $list; do echo "#include \"$h\""; done
            if [ $mode = late ]; then # declared first, implemented by a second include
                echo '#define TW_IMPLEMENTATION'
                for h in $list; do echo "#include \"$h\""; done
            fi
            printf 'int tw_test_not_empty(void);\nint tw_test_not_empty(void) { return 0; }\n'
        } >"$set.$mode.c"
    done
done
cp "$TW_SOURCE"/tests/packaging/compile/* .

# What holds all headers, and what beside it an option concerns.
united="./all.* ./watch.all.* ./wrappers.c ./delayqueue.all.* ./delayqueue.wrappers.c"
posts="$united ./post.* ./delayqueue.h.*"
every="./*.c"
alone=$every later_c="c11 c2x" later_cxx="c++14 c++17 c++20 c++2b" debug_cxx="c++11 c++20"
[ -z "${TW_DAY-}" ] || later_c=c2x later_cxx=c++2b debug_cxx=c++20 alone=$united
[ "$family${TW_DAY-}" != clang1 ] || every=$united later_c='' later_cxx=''

# each COMPILER FLAGS [SOURCES]: every source, or the sources named, for each tick width; by day for one, and of the
# four sources of a header alone, which follow each other, one
each() {
    draw 16 32 64
    for bits in $drawn; do
        list='' n=0
        for f in ${3:-$every}; do
            case $1,$bits,$f in
            arm-*,./delayqueue.* | avr-*,./delayqueue.* | *,16,./delayqueue.* | *,32,./delayqueue.*) continue ;;
            *,./*all.* | *wrappers.c) ;;
            *) n=$((n + 1)) && { [ -z "${TW_DAY-}" ] || [ $(((n + (n - 1) / 4 + turn) % 4)) -eq 0 ] || f=''; } ;;
            esac
            list="$list $f"
        done
        $1 $2 $strict -DTW_TICK_BITS=$bits -fsyntax-only $list || fail "$1 $2 -DTW_TICK_BITS=$bits with one of$list"
    done
    echo "ok: $1 $2, ticks of $drawn bits"
}

case $family in
gcc | clang)
    cxx=clang++ casts="-Wold-style-cast -Wzero-as-null-pointer-constant"
    [ "$family" = clang ] || cxx=g++ casts="$casts -Wuseless-cast"
    for tool in $family $cxx; do need $tool; done
    c90="-Wdeclaration-after-statement -Wc++-compat"
    each "$family" "-x c -std=c99 -Wstrict-prototypes $c90"
    for std in $later_c; do each "$family" "-x c -std=$std -Wstrict-prototypes $c90" "$united"; done
    each $cxx "-x c++ -std=c++11 $casts"
    for std in $later_cxx; do each $cxx "-x c++ -std=$std $casts" "$united"; done
    each "$family" "-x c -std=c99 -Wstrict-prototypes $c90 -DTW_DEBUG" "$alone"
    for std in $debug_cxx; do each $cxx "-x c++ -std=$std $casts -DTW_DEBUG" "$united"; done
    if [ -z "${TW_DAY-}" ]; then
        each "$family" "-x c -std=c11 -DTW_DQ_C11 -DTW_POST_C11" "$posts"
        each "$family" "-x c -std=c99 $c90 -include masks.h" "$posts"
        each $cxx "-x c++ -std=c++11 $casts -include masks.h" "$posts"
        each $cxx "-x c++ -std=c++11 $casts -DTW_CHECK=0" "$united ./*.static.c"
        each "$family" "-x c -std=c99 $c90 -DTW_DEBUG -DTW_DEBUG_NO_LIBC -DTW_CHECK=0" "$united"
    fi
    $cxx -std=c++11 $strict $casts virtual.cc -o virtual && ./virtual || fail "virtual functions"
    for bits in 16 32 64; do
        $cxx -std=c++11 $strict $casts -DTW_TICK_BITS=$bits keys.cc -o keys && ./keys || fail "keys of C++"
    done
    if [ "$family" = gcc ] && [ "$(uname -m)" = x86_64 ]; then # the stack that timers.h promises
        draw -O2 -Os
        for level in $drawn; do
            gcc -std=c99 $level -Wstack-usage=160 -Werror -D_POSIX_C_SOURCE=200809L "-I$TW_SOURCE" \
                -c delayqueue.all.implementation.c -o all.o
        done
    fi
    ;;
cross)
    for tool in arm-none-eabi-gcc avr-gcc s390x-linux-gnu-gcc; do need $tool; done
    each arm-none-eabi-gcc "-std=c99 -Wstrict-prototypes -mcpu=cortex-m0 -mthumb -ffreestanding -Os -include masks.h"
    each avr-gcc "-std=c99 -Wstrict-prototypes -mmcu=atmega328p -Os -include masks.h" "$alone"
    each arm-none-eabi-gcc "-std=c99 -mcpu=cortex-m0 -mthumb -ffreestanding -Os -include masks.h -DTW_DEBUG" "$united"
    each avr-gcc "-std=c99 -mmcu=atmega328p -Os -include masks.h -DTW_DEBUG -DTW_DEBUG_NO_LIBC" "$united"
    each s390x-linux-gnu-gcc "-std=c99 -Wstrict-prototypes -O2" "$alone"
    echo 'int main(void) { return 0; }' >m32.c
    gcc -m32 m32.c -o m32 2>/dev/null || skip "gcc has no -m32 here"
    each gcc "-m32 -std=c99 -Wstrict-prototypes" "$alone"
    each gcc "-m32 -std=c99 -Wstrict-prototypes -DTW_DEBUG" "$united"

    # Nothing is called but division, which tw_timers_wait_ms does: no memset made of a loop, no libc.
    arm-none-eabi-gcc -std=c99 -Os -mcpu=cortex-m0 -mthumb -ffreestanding -DTW_TICK_BITS=32 -I"$TW_SOURCE" \
        -include masks.h -c all.implementation.c -o all.o
    arm-none-eabi-nm -u all.o >undefined
    ! grep -v '__aeabi_uldivmod\|__aeabi_uidiv' undefined || fail "the firmware build needs the functions above"
    ;;
esac
