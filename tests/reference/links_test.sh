#!/bin/sh
# Each relative link of the repository's Markdown leads somewhere; and a link that does not, to a file or to a heading,
# is seen. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"

python3 -B "$TW_SOURCE/tests/reference/links_test.py" "$TW_SOURCE"

printf '# One thing\n\n# One thing\n\n[a](b.md) [c](#one-thing-1)\n\n    [code](x.md)\n' >"$TW_WORK/a.md"
printf '[file](gone.md) [heading](a.md#one-thing-2) `[code](x.md)`\n' >"$TW_WORK/b.md"
if python3 -B "$TW_SOURCE/tests/reference/links_test.py" "$TW_WORK" >"$TW_WORK/said"; then
    cat "$TW_WORK/said"
    echo "FAILED: two broken links are not seen"
    exit 1
fi
printf '%s\n' 'b.md: gone.md is not there' 'b.md: a.md#one-thing-2 has no such heading' \
    '4 links in 2 files, 2 of them broken' | diff - "$TW_WORK/said"
