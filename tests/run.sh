#!/bin/sh
# run.sh one|each BUILD EMULATOR PROGRAM [ARGUMENT...]: runs a program of the build, or says how to build it. With
# `each`, each scenario that `PROGRAM --list` names runs in a process of its own, so that one that fails hides no other.
# The last line names those that failed. EMULATOR stands before the program, and may be empty.
set -eu
how=$1 build=$2 emulator=$3 program=$4
shift 4
target=$(basename "$program" .exe)
[ -x "$program" ] || {
    echo "FAILED: $target is not built. Build it by: cmake --build \"$build\" --target $target"
    exit 1
}
[ "$how" = each ] || exec $emulator "$program" "$@"

names=$($emulator "$program" --list | tr -d '\r')
[ -n "$names" ] || { echo "FAILED: $target names no scenario"; exit 1; }
failed=
for name in $names; do
    status=0
    echo "= $name"
    $emulator "$program" "$name" || status=$?
    [ $status -eq 0 ] || {
        echo "$name: FAILED with status $status; again by: ${emulator:+$emulator }$program $name"
        failed="$failed $name"
    }
done
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
