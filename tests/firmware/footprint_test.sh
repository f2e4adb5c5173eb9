#!/bin/sh
# No structure takes more code or RAM than docs/footprint.md allows, and that page is what the script prints. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need bc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

sh "$TW_SOURCE/tools/footprint.sh" >page.md
awk -F ' *[|] *' '
    /^[|] post [|]/ {
        posts++
        if ($3 + 0 > $4 + 0) bad = bad "post: code " $3 " > " $4 "\n"
        if ($6 + 0 > 32) bad = bad "post: a post " $6 "\n"
        next
    }
    /^[|] [a-z]/ && $2 != "structure" && $2 != "posts" {
        rows++
        if ($4 != "-" && $3 + 0 > $4 + 0) bad = bad $2 ": linked " $3 " > " $4 "\n"
        if ($6 != "-" && $5 + 0 > $6 + 0) bad = bad $2 ": whole " $5 " > " $6 "\n"
        if ($8 != "-" && $7 + 0 > $8 + 0) bad = bad $2 ": with check() " $7 " > " $8 "\n"
        if ($2 == "hwheel" && $9 + 0 > 300) bad = bad "hwheel: RAM " $9 " > 300\n"
        if ($10 + 0 > ($2 == "heap4" ? 32 : $2 == "skiplist" ? 28 : 20)) bad = bad $2 ": a timer " $10 "\n"
    }
    END { printf "%s", bad; exit bad != "" || rows != 6 || posts != 1 }' page.md || { echo "FAILED: above a bound"; exit 1; }

# Another compiler gives other figures: the page is compared if it names this one.
if grep -qF "$(arm-none-eabi-gcc --version | head -n 1)" "$TW_SOURCE/docs/footprint.md"; then
    diff "$TW_SOURCE/docs/footprint.md" page.md || { echo "FAILED: docs/footprint.md is out of date"; exit 1; }
fi
echo "ok"
