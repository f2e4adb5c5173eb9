#!/bin/sh
# seeded_test.sh FAULT: with a fault of faults.list in the headers a call costs more than it may, and cost.py says which.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need python3
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/headers" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h headers

edit() { edit_file "headers/$1" "$2"; }
fault cost/faults.list "$1"

status=0
python3 "$TW_SOURCE/tools/cost/cost.py" --headers headers --only "$row" >printed 2>&1 || status=$?
[ $status -eq 1 ] && grep -q "^FAILED: $sees" printed || {
    cat printed
    echo "FAILED: not seen: $sees (status $status)"
    exit 1
}
grep "^FAILED: $sees" printed | sed 1q
echo "ok: seen"
