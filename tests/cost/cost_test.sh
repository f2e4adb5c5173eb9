#!/bin/sh
# No call takes more instructions, stack or counted work than its bound, with the seed of docs/cost.md and with one from
# the clock; and the page has the figures, if it names this compiler and this emulator. Wants TW_SOURCE.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need glpsol
need python3
seed=$(date +%s)
echo "cost.py --seed $seed repeats the second run"
python3 "$TW_SOURCE/tools/cost/cost.py" --check --also "$seed"
