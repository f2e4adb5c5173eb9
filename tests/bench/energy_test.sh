#!/bin/sh
# docs/energy.md has the tables that energy prints, line by line; and energy takes no argument but --help.
set -eu
program=$1
. "$TW_SOURCE/tests/skip.sh"
mkdir -p "$TW_WORK"
cd "$TW_WORK"
"$program" | grep '^|' >printed
grep '^|' "$TW_SOURCE/docs/energy.md" >page
diff printed page || { echo "docs/energy.md is old: put in what $program prints" >&2; exit 1; }
[ "$(wc -l <printed)" -gt 15 ]
"$program" --help | grep -q '^usage: energy '
status=0
"$program" more >out 2>err || status=$?
[ $status -eq 2 ] && [ ! -s out ] && grep -q '^usage: energy ' err
