#!/bin/sh
# wrong_key_test.sh gcc|clang: which keys TW_HEAP4_BY takes, as C and as C++, for each tick width. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need "$1"
[ "$1" = gcc ] && cxx=g++ || cxx=clang++
need $cxx
compiler=$1 checks=0
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

# A key that is no integer, or has more bits than a tick, is refused where the queue is made.
key() { # good|wrong BITS KEY [LANGUAGE...]
    verdict=$1 bits=$2 of=$3
    shift 3
    [ $# -gt 0 ] || set -- c c++
    for language; do key_in "$verdict" "$bits" "$of" "$language"; done
}
key_in() { # good|wrong BITS KEY LANGUAGE
    printf '#include "faces.h"\n\n\nTW_HEAP4_BY(queue, struct job, node, %s)\n' "$3" >user.c
    language=$4
    [ $language = c ] && set -- "$1" "$2" "$3" "$compiler" -std=c99 || set -- "$1" "$2" "$3" $cxx -std=c++11
    checks=$((checks + 1))
    if "$4" -x $language "$5" -DTW_TICK_BITS="$2" -Wall -Wextra -I"$TW_SOURCE" -I"$TW_SOURCE/tests/packaging" -fsyntax-only user.c 2>message; then
        [ "$1" = good ] || { echo "FAILED: $4 takes the key $3 with $2-bit ticks"; exit 1; }
    else
        [ "$1" = wrong ] && grep -q '^user\.c:4:' message ||
            { echo "FAILED: $4, the key $3 with $2-bit ticks"; cat message; exit 1; }
    fi
    [ -s message ] && [ "$1" = good ] && { echo "FAILED: $4 warns of the key $3"; cat message; exit 1; }
    return 0
}
key good 64 key
key good 32 key
key good 64 far
key wrong 32 far
key wrong 64 name
key wrong 64 weight
key wrong 64 wide
key wrong 64 node
for bits in 16 32 64; do
    for of in tiny small_int small shown yes; do key good $bits $of; done
    for of in level grade few; do key good $bits $of c++; done
done
key wrong 16 key
key wrong 16 far
key wrong 16 weight
key wrong 16 rank
key good 32 rank
key wrong 16 bits
key good 32 bits
[ $checks -eq 69 ] || { echo "FAILED: $checks checks were made"; exit 1; }
echo "ok: $checks checks"
