#!/bin/sh
# No run of tools/cost/runs.h breaks a fact of tools/cost/steps.list, with the seed of docs/cost.md and with one from the
# clock. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need gcc
need python3
mkdir -p "$TW_WORK"
echo 'int main(void) { return 0; }' >"$TW_WORK/m32.c"
gcc -m32 "$TW_WORK/m32.c" -o "$TW_WORK/m32" 2>/dev/null || skip "gcc has no -m32 here"
python3 "$TW_SOURCE/tools/cost/steps.py"
seed=$(date +%s)
echo "steps.py --seed $seed repeats the second run"
python3 "$TW_SOURCE/tools/cost/steps.py" --seed "$seed"
