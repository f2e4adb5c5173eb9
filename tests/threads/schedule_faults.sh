#!/bin/sh
# schedule_faults.sh HEADER FAULT: seeds one small fault of schedule_faults.list into a copy of HEADER.h, delayqueue or
# post; the program of HEADER_test.c named for it must fail there. That it passes on the header as it is, HEADER_test
# says. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h .

header=$1
edit() { edit_file "$header.h" "$1"; }

fault threads/schedule_faults.list "$header.$2"

cc -std=c99 -O0 -U_FORTIFY_SOURCE -I. "$TW_SOURCE/tests/threads/${header}_test.c" -o faulty
run_faulty ./faulty $program >found 2>&1
cat found
judge_faulty
# Not only by another number of runs; and the choices that it prints lead there again.
choices=$(sed -n 's/.*to see it again: [a-z0-9_]* //p' found)
if [ -z "$choices" ] || ./faulty $program "$choices" >again 2>&1; then
    echo "FAILED: no run that fails, or it passes when run again"
    exit 1
fi
echo "ok: $program sees the fault"
