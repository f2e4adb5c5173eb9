#!/bin/sh
# clang_test.sh TARGET: all headers that need no system, compiled by clang for a processor that nothing here can run, for
# every tick width, warnings as errors. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need clang
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

{
    echo '#define TW_IMPLEMENTATION'
    for h in $(cd "$TW_SOURCE" && ls ./*.h); do
        case $h in ./delayqueue* | ./watch.h) ;; *) echo "#include \"$h\"" ;; esac
    done
} >all.c
printf 'int nothing;\n' >nothing.c
clang "--target=$1" -fintegrated-as -c nothing.c 2>message || skip "this clang knows no $1"

for bits in 16 32 64; do
    clang "--target=$1" -fintegrated-as -std=c99 -Os -ffreestanding -nostdlibinc -Wall -Wextra -Wpedantic -Wconversion \
        -Wshadow -Wcast-qual -Wstrict-prototypes -Werror -Wno-unused-command-line-argument \
        "-DTW_TICK_BITS=$bits" "-I$TW_SOURCE" \
        -include "$TW_SOURCE/tests/packaging/compile/masks.h" -c all.c || { echo "FAILED: ticks of $bits bits"; exit 1; }
done
echo "ok: clang --target=$1"
