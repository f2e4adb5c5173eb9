#!/bin/sh
# cascade_test.sh DRAW: docs/cascade.svg is what tools/draw/animate.py makes of the frames of tw_draw. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
mkdir -p "$TW_WORK"
python3 "$TW_SOURCE/tools/draw/animate.py" "$1" >"$TW_WORK/cascade.svg"
grep -q '2 move down to level 0' "$TW_WORK/cascade.svg" || { echo "FAILED: nothing cascades"; exit 1; }
grep -q 'Timers compared: 0[.]' "$TW_WORK/cascade.svg" || { echo "FAILED: no move, or one that compares"; exit 1; }
cmp "$TW_WORK/cascade.svg" "$TW_SOURCE/docs/cascade.svg" ||
    { echo "FAILED: run tools/draw/animate.py $1 >docs/cascade.svg"; exit 1; }
