#!/bin/sh
# SPDX-License-Identifier: MIT-0
# site_test.sh GENERATED PLAYGROUND: builds the site, and runs site_test.mjs on it in Chromium. The
# vectors can be downloaded. A page with a broken link is seen. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need node
need chromium
need_reference
sh "$TW_SOURCE/products/site/build.sh" "$TW_WORK" "$1" "$2"
vectors=products/judge/vectors
cmp "$TW_SOURCE/$vectors/timers.v1.jsonl" "$TW_WORK/html/$vectors/timers.v1.jsonl"
grep -q '<a href="timers.v1.jsonl"' "$TW_WORK/html/$vectors/index.html" && grep -q "href=\"../$vectors/index.html\"" "$TW_WORK/html/docs/index.html" || {
    echo "FAILED: no page offers the vectors for download"
    exit 1
}
test=$(dirname "$0")/site_test.mjs
node "$test" "$TW_WORK/html" "$TW_WORK/packages" "$(command -v chromium)"
sed -i 's|<main id="content" tabindex="-1">|&<a href="nowhere.html">x</a><img src="https://example.org/x.png">|' "$TW_WORK/html/docs/tutorial.html"
if node "$test" "$TW_WORK/html" "$TW_WORK/packages" "$(command -v chromium)" >"$TW_WORK/said"; then
    echo "FAILED: a broken link and a foreign picture are not seen"
    exit 1
fi
grep -q 'tutorial.html: nowhere.html is not there' "$TW_WORK/said" && grep -q 'asks https://example.org/x.png' "$TW_WORK/said"
