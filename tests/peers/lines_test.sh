#!/bin/sh
# lines_test.sh: docs/integrations.md counts the lines of our files that become part of each system. Wants TW_SOURCE.
set -eu
cd "$TW_SOURCE/integrations"
sed -n 's/^| \[.*\](..\/integrations\/\([a-z0-9_]*\)\/.*) *[^|]*|[^|]*|[^|]*| \([0-9]*\) |.*/\1 \2/p' ../docs/integrations.md >"$TW_WORK.said"
while read -r name said; do
    # added.txt holds files; the other programs are those that measure.
    lines=$(find "$name" ! -path '*/tests/*' ! -path '*/load/*' \( -name '*.[ch]*' -o -name added.txt \) |
        grep -vE '/(load|figures|moves|hold)[.]cc?$' | xargs cat | wc -l)
    [ "$lines" = "$said" ] || { echo "FAILED: the files of $name have $lines lines, and not $said"; exit 1; }
done <"$TW_WORK.said"
rows=$(wc -l <"$TW_WORK.said") folders=$(find . -name README.md ! -path '*/own_loop/*' | wc -l)
[ "$rows" = "$folders" ] || { echo "FAILED: $rows rows for $folders folders"; exit 1; }
