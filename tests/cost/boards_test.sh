#!/bin/sh
# docs/boards.md has the figures of tools/cost/boards.py, if it names this compiler and this emulator. Wants TW_SOURCE.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need qemu-system-arm
need python3
python3 "$TW_SOURCE/tools/cost/boards.py" --check
