#!/bin/sh
# SPDX-License-Identifier: MIT-0
# cite.sh [PAGE...] - writes the tables of the pages (all that stand beside this script) that cite docs/comparison.md or
# tests/counts/counts.txt anew, in place. Such a table stands below a comment <!-- figures: WORKLOAD SUBJECT... --> or
# <!-- counted: WORKLOAD UNIT STRUCTURE... -->, and has the cells of these. The test `cited` fails where a page is not what
# this writes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here"/*.md

work=$(mktemp)
trap 'rm -f "$work"' EXIT

for page in "$@"; do
    awk -v page="$page" -v counts="$here/../tests/counts/counts.txt" '
        function thousands(n) {
            return n < 1000 ? sprintf("%d", n) : sprintf("%s,%03d", thousands(int(n / 1000)), n % 1000)
        }
        function fail(what) { print page ": " what >"/dev/stderr"; failed = 1; exit 1 }
        function counted_row(structure, i, line) { # the sizes are those of the first structure that has the workload
            line = "| " structure " |"
            for (i = 1; i <= sizes; i++) {
                if (!((structure, $3 "." size[i] "." $4) in count))
                    fail("counts.txt has no " $3 " of " structure)
                line = line " " thousands(int(count[structure, $3 "." size[i] "." $4] + 0.5)) " |"
            }
            return line
        }
        function counted_table(i, head) {
            head = "| instructions, " $3 ", " $4 " |"
            for (i = 1; i <= sizes; i++)
                head = head " N = " thousands(size[i]) " |"
            print head
            gsub(/[^|]+/, " ---: ", head)
            sub(/---:/, "---", head)
            print head
            for (i = 5; i < NF; i++)
                print counted_row($i)
        }
        BEGIN {
            while ((getline <counts) > 0)
                if ($2 == "beats") {
                    count[$1, $3] = $4
                    split($3, part, ".")
                    if (!(part[2] in known)) {
                        known[part[2]] = 1
                        size[++sizes] = part[2]
                    }
                }
        }
        function row(line) { gsub(/ \([0-9.]+\)/, "", line); return line }
        FNR == NR && /^### / { workload = $2 }
        FNR == NR && /^\| subject / { sub(/subject/, workload); head[workload] = $0; next }
        FNR == NR && /^\| ---/ { rule[workload] = $0; next }
        FNR == NR && /^\| / { if (!((workload, $2) in cells)) cells[workload, $2] = row($0) }
        FNR == NR { next }
        /^<!-- figures: / {
            print
            print head[$3]
            print rule[$3]
            for (i = 4; i < NF; i++) {
                if (!(($3, $i) in cells))
                    fail("comparison.md has no " $3 " of " $i)
                print cells[$3, $i]
            }
            within = 1
            next
        }
        /^<!-- counted: / {
            print
            counted_table()
            within = 1
            next
        }
        within && /^\|/ { next }
        { within = 0; print }' "$here/comparison.md" "$page" >"$work"
    cmp -s "$work" "$page" || cat "$work" >"$page"
done
