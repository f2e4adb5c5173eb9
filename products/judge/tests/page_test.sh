#!/bin/sh
# page_test.sh TW_JUDGE LIBRARY: the subjects that can be built here break what docs/judged.md says, and keep the rest. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3 cc
python3 -B "$TW_SOURCE/products/judge/make_page.py" "$1" "$2" "$TW_WORK" --check "$TW_SOURCE/docs/judged.md"
