#!/bin/sh
# SPDX-License-Identifier: MIT-0
# cite.sh [PAGE...] - writes the tables of the pages (all that stand beside this script) that cite docs/comparison.csv or
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
        function figure(value) { return value < 1000 ? value : thousands(value) }
        function figures_row(subject, i, line) {
            line = "| " subject " |"
            for (i = 1; i <= sizes_of[$3]; i++)
                line = line " " (($3, subject, ran[$3, i]) in value ? figure(value[$3, subject, ran[$3, i]]) : "-") " |"
            return line
        }
        function figures_table(i, head, rule) {
            head = "| " $3 " |"
            rule = "| --- |"
            for (i = 1; i <= sizes_of[$3]; i++) {
                head = head " N = " thousands(ran[$3, i]) " |"
                rule = rule " ---: |"
            }
            print head
            print rule
            for (i = 4; i < NF; i++) {
                if (!(($3, $i) in known_subject))
                    fail("comparison.csv has no " $3 " of " $i)
                print figures_row($i)
            }
        }
        FNR == NR && split($0, cell, ",") && cell[1] != "instructions" && FNR > 1 {
            if (!((cell[2], cell[3]) in known_size)) {
                known_size[cell[2], cell[3]] = 1
                ran[cell[2], ++sizes_of[cell[2]]] = cell[3]
            }
            known_subject[cell[2], cell[4]] = 1
            value[cell[2], cell[4], cell[3]] = cell[5]
        }
        FNR == NR { next }
        /^<!-- figures: / {
            print
            figures_table()
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
        { within = 0; print }' "$here/comparison.csv" "$page" >"$work"
    cmp -s "$work" "$page" || cat "$work" >"$page"
done
