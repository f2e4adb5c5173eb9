#!/bin/sh
# No call takes more instructions, stack or counted work than tools/cost/bounds.txt and certificate.c allow, and
# docs/cost.md has the figures, if it names this compiler and this emulator. Wants TW_SOURCE.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need python3
python3 "$TW_SOURCE/tools/cost/cost.py" --check
