#!/bin/sh
# faults_test.sh FAULT: seeds a fault of faults.list into a copy of the headers. The search must end at a sequence that
# shows it, and say how many operations the shortest one has. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/faulty" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h faulty

edit() { edit_file "faulty/$1" "$2"; }

fault exhaustive/faults.list "$1"
cc -std=c99 -O1 ${flags:-} -DTW_TICK_BITS=64 -Ifaulty "$TW_SOURCE/tests/exhaustive/exhaustive.c" -o program
run_faulty ./program $structure 2>found
cat found
judge_faulty
grep -q " after $operations, and after no fewer:" found || {
    echo "FAILED: the sequence has not $operations"
    exit 1
}
