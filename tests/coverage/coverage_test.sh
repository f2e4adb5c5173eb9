#!/bin/sh
# coverage_test.sh: `run` finds no part of the headers uncovered but those of justified.txt. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
for tool in clang-19 llvm-cov-19 llvm-profdata-19 python3; do need $tool; done
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
printf '#include <stdlib.h>\nint main(void) { return 0; }\n' >empty.c
for width in "" -m32; do
    # shellcheck disable=SC2086
    clang-19 $width -fprofile-instr-generate -fcoverage-mcdc -fcoverage-mapping empty.c -o empty 2>log && ./empty ||
        skip "clang-19 cannot measure programs here${width:+, of 32 bits}"
done
python3 "$TW_SOURCE/tests/coverage/run" --work "$TW_WORK/programs"
