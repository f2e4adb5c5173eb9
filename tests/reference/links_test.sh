#!/bin/sh
# Each relative link of the repository's Markdown leads somewhere, where the generated pages are today's; and a link that
# does not, to a file or to a heading, is seen. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/broken"

repository "$TW_WORK/today"
python3 -B "$TW_SOURCE/tests/reference/links_test.py" "$TW_WORK/today"
rm -r "$TW_WORK/today"

printf '# One thing\n\n# One thing\n\n[a](b.md) [c](#one-thing-1)\n\n    [code](x.md)\n' >"$TW_WORK/broken/a.md"
printf '[file](gone.md) [heading](a.md#one-thing-2) `[code](x.md)`\n' >"$TW_WORK/broken/b.md"
if python3 -B "$TW_SOURCE/tests/reference/links_test.py" "$TW_WORK/broken" >"$TW_WORK/said"; then
    cat "$TW_WORK/said"
    echo "FAILED: two broken links are not seen"
    exit 1
fi
printf '%s\n' 'b.md: gone.md is not there' 'b.md: a.md#one-thing-2 has no such heading' \
    '4 links in 2 files, 2 of them broken' | diff - "$TW_WORK/said"
