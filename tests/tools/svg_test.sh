#!/bin/sh
# svg_test.sh PROGRAM NAME: docs/algorithms/NAME.svg is what the program, NAME.c beside it, prints, and is XML. Wants
# TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK"
"$1" >"$TW_WORK/$2.svg"
cmp "$TW_WORK/$2.svg" "$TW_SOURCE/docs/algorithms/$2.svg" ||
    { echo "FAILED: compile docs/algorithms/$2.c, and write what it prints into $2.svg"; exit 1; }
if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$TW_WORK/$2.svg"
fi
