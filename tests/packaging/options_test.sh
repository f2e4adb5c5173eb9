#!/bin/sh
# options_test.sh gcc|clang|cross: Guards against asio#1682, where an option changed a struct without a word, mynewt#37,
# where one packed it, and cc65#264, where a compiler could not do what a header wanted. An option that is not what it must
# be is refused, with a message that says so; and so is a processor that cannot exchange a word, unless the program says
# how. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
family=$1
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/tests/packaging/compile/wrappers.c .

# refused MESSAGE COMPILER FLAG...: an option that is not what it must be
refused() {
    wanted=$1
    shift
    if "$@" "${std--std=c99}" -I"$TW_SOURCE" -fsyntax-only wrappers.c 2>message; then
        echo "FAILED: $* is taken"
        exit 1
    fi
    grep -q "$wanted" message || {
        cat message
        exit 1
    }
}

# refused_once MESSAGE COMPILER FLAG...: the same, and no other error follows
refused_once() {
    refused "$@"
    [ "$(grep -c 'error:' message)" -eq 1 ] || { cat message; echo "FAILED: $* gives more than one error"; exit 1; }
}

case $family in
gcc | clang)
    need "$family"
    refused 'this compiler has no atomics' "$family" -DTW_POST_C11
    for one in '' -DTW_HEAP4_IMPLEMENTATION -DTW_TIMERS_IMPLEMENTATION; do
        refused 'TW_STATIC wants #define TW_IMPLEMENTATION' "$family" -DTW_STATIC $one
    done
    for bad in 8 33 foo; do
        refused_once 'TW_TICK_BITS must be the plain number 16, 32 or 64' "$family" "-DTW_TICK_BITS=$bad"
    done
    refused 'TW_TICK_BITS must be the plain number 16, 32 or 64' "$family" '-DTW_TICK_BITS="64"'
    for debug in -DTW_CHECK -DTW_DEBUG; do
        "$family" -std=c99 $debug '-DTW_TICK_BITS=(32)' -I"$TW_SOURCE" -fsyntax-only wrappers.c
    done
    std=-ansi refused_once 'tw needs C99 or C++11: compile with -std=c99' "$family"
    std=-std=iso9899:199409 refused_once 'tw needs C99 or C++11: compile with -std=c99' "$family"
    # Structs that an option packs, as in mynewt#37: a red-black tree is refused, and the others are not.
    for bits in 16 64; do
        refused 'do_not_pack_structs' "$family" -fpack-struct=1 -DTW_TICK_BITS=$bits
    done
    grep -v 'rbtree\|jobtree\|tree' wrappers.c >rest.c
    "$family" -std=c99 -fpack-struct=1 -I"$TW_SOURCE" -fsyntax-only rest.c
    "$family" -std=gnu90 -Wall -Wextra -Werror -I"$TW_SOURCE" -fsyntax-only wrappers.c
    for gone in FIRST_BITS=4 UPPER_BITS=4 LEVELS=4; do
        refused 'hwheel.h has fixed sizes: smallwheel.h takes' "$family" "-DTW_HWHEEL_$gone"
    done
    for bad in 2 9 foo; do
        refused 'must be plain numbers from 3 to 8' "$family" "-DTW_SMALLWHEEL_FIRST_BITS=$bad"
        refused 'must be plain numbers from 3 to 8' "$family" "-DTW_SMALLWHEEL_UPPER_BITS=$bad"
    done
    refused 'TW_SMALLWHEEL_LEVELS must be a plain number' "$family" -DTW_SMALLWHEEL_LEVELS=1
    refused 'the last level must hold at least two bits' "$family" -DTW_SMALLWHEEL_LEVELS=17
    refused 'the last level must hold at least two bits' "$family" -DTW_TICK_BITS=32 -DTW_SMALLWHEEL_LEVELS=9
    ;;
cross)
    need arm-none-eabi-gcc
    need avr-gcc
    for processor in "arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -DTW_TICK_BITS=64" \
        "avr-gcc -mmcu=atmega328p -DTW_TICK_BITS=16" "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -DTW_TICK_BITS=32"; do
        # shellcheck disable=SC2086
        refused 'cannot exchange so wide a word: define TW_POST_MASK' $processor
    done
    cp wrappers.c rest.c
    for use in 'TW_TIMERS_OF(wide, bigwheel)' 'struct job { struct tw_node n; }; TW_BIGWHEEL_OF(wide, struct job, n)'; do
        printf '#include "bigwheel.h"\n#include "timers.h"\n%s\n' "$use" >wrappers.c
        for debug in '' -DTW_CHECK; do
            refused_once 'tw_bigwheel_needs_addresses_of_32_bits' avr-gcc -mmcu=atmega328p -DTW_TICK_BITS=32 $debug
        done
    done
    cp rest.c wrappers.c
    refused 'needs_even_addresses_do_not_pack_structs' avr-gcc -mmcu=atmega328p -DTW_TICK_BITS=32 -fpack-struct
    arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -DTW_TICK_BITS=16 "-I$TW_SOURCE" -fsyntax-only wrappers.c
    arm-none-eabi-gcc -std=c99 -mcpu=cortex-a7 -DTW_TICK_BITS=64 "-I$TW_SOURCE" -fsyntax-only wrappers.c
    ;;
*)
    echo "no family $family"
    exit 2
    ;;
esac
echo "ok"
