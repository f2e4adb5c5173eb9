#!/bin/sh
# The tables of verbs in README.md and verbs.h are what the headers declare: no + too many, and none missing. Wants
# TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK"
cd "$TW_SOURCE"

# STRUCTURE VERB, a line for each +
awk -F '|' '
    $2 == " verb " { on = 1; for (i = 3; i < NF; i++) structure[i] = $i }
    on && !/^\|/ { exit }
    on && $3 ~ /^ [+-] $/ {
        n = split($2, verb, " ")
        for (i = 3; i < NF; i++)
            for (k = 1; $i ~ /\+/ && k <= n; k++)
                print structure[i], verb[k]
    }' README.md | tr -s ' ' | sed 's/^ //' | sort >"$TW_WORK/page"

for structure in $(sed -n 's/^| verb |\(.*\)|$/\1/p' README.md | tr -d '|'); do
    sed -n "s/^.*TW__API .*[ *]tw_${structure}_\([a-z_]*\)(.*/$structure \1/p" "$structure.h"
done | sort -u >"$TW_WORK/headers"

awk '
    /^   WHO HAS WHAT/ { getline; for (i = 1; i <= NF; i++) structure[i] = $i; on = 1; next }
    on && !NF { exit }
    on {
        verbs = NF - length(structure)
        for (i = verbs + 1; i <= NF; i++)
            for (k = 1; $i == "+" && k <= verbs; k++)
                print structure[i - verbs], $k
    }' verbs.h | sort >"$TW_WORK/manual"

[ "$(wc -l <"$TW_WORK/headers")" -gt 50 ] || { echo "FAILED: the headers were not read"; exit 1; }
diff "$TW_WORK/headers" "$TW_WORK/page" || { echo "FAILED: < a header has it, > the page says so"; exit 1; }
diff "$TW_WORK/headers" "$TW_WORK/manual" || { echo "FAILED: < a header has it, > verbs.h says so"; exit 1; }
echo "ok: $(wc -l <"$TW_WORK/page") functions"
