#!/bin/sh
# run.sh one|each BUILD EMULATOR PROGRAM [ARGUMENT...]: runs a program of the build, or says how to build it. With
# `each`, the program runs all of its scenarios. If it fails, each scenario that `PROGRAM --list` names runs once more in a
# process of its own, so that one that fails hides no other; and the last line names those that failed. All begin in one
# process, since the start of a sanitizer or of an emulator takes longer than most scenarios. EMULATOR stands before the
# program, and may be empty.
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
$emulator "$program" && exit 0
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
echo "FAILED:${failed:- all scenarios in one process, and none alone; again by: ${emulator:+$emulator }$program}"
exit 1
