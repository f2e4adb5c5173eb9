#!/bin/sh
# hwheel_svg_test.sh PROGRAM: docs/algorithms/hwheel.svg is what the program, hwheel.c beside it, prints, and is XML.
# Wants TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK"
"$1" >"$TW_WORK/hwheel.svg"
cmp "$TW_WORK/hwheel.svg" "$TW_SOURCE/docs/algorithms/hwheel.svg" ||
    { echo "FAILED: compile docs/algorithms/hwheel.c, and write what it prints into hwheel.svg"; exit 1; }
if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$TW_WORK/hwheel.svg"
fi
