#!/bin/sh
# SPDX-License-Identifier: MIT-0
# figures.sh DRAW [PAGE...] - prints every figure of the pages (all that stand beside this script) again, in place, with
# the program tw_draw. A figure is a block that begins with ```tw_draw STRUCTURE; what is typed in it is the lines that
# begin with > or #, and the empty ones. tests/tools/figures_test.sh fails where a page is not what this prints.
set -eu
[ $# -gt 0 ] || { echo "usage: figures.sh DRAW [PAGE...]" >&2; exit 2; }
draw=$1
shift
[ $# -gt 0 ] || set -- "$(dirname "$0")"/*.md

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for page in "$@"; do
    awk -v draw="$draw" -v commands="$work/commands" '
        /^```tw_draw / { structure = $2; printf "" >commands; within = 1; print; next }
        within && /^```$/ {
            close(commands)
            run = "\"" draw "\" --structure " structure " \"" commands "\" 2>&1 || echo FAILED"
            while ((run | getline line) > 0) {
                print line
                failed = line == "FAILED"
            }
            close(run)
            within = 0
        }
        within && /^> / { print substr($0, 3) >commands }
        within && (/^#/ || /^$/) { print >commands }
        within { next }
        { print }
        failed { exit 1 }' "$page" >"$work/page" || { tail -n 4 "$work/page" >&2; exit 1; }
    cmp -s "$work/page" "$page" || cp "$work/page" "$page"
done
