#!/bin/sh
# No program that climb.py finds takes more instructions than the bound, with a seed from the clock. Wants TW_SOURCE.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need glpsol
need python3
seed=$(date +%s)
echo "climb.py --seed $seed repeats this run"
python3 "$TW_SOURCE/tools/cost/climb.py" --tries 300 --seed "$seed"
