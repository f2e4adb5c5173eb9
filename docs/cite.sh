#!/bin/sh
# SPDX-License-Identifier: MIT-0
# cite.sh [PAGE...] - writes the tables of the pages (all that stand beside this script) that cite docs/comparison.md
# anew, in place. Such a table stands below a comment <!-- figures: WORKLOAD SUBJECT... -->, and has the cells of these
# subjects. The test `cited` fails where a page is not what this writes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here"/*.md

work=$(mktemp)
trap 'rm -f "$work"' EXIT

for page in "$@"; do
    awk -v page="$page" '
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
                if (!(($3, $i) in cells)) {
                    print page ": comparison.md has no " $3 " of " $i >"/dev/stderr"
                    exit 1
                }
                print cells[$3, $i]
            }
            within = 1
            next
        }
        within && /^\|/ { next }
        { within = 0; print }' "$here/comparison.md" "$page" >"$work"
    cmp -s "$work" "$page" || cat "$work" >"$page"
done
