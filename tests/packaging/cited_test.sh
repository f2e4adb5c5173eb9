#!/bin/sh
# What the pages cite of docs/comparison.md stands there. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"

cp docs/*.md docs/cite.sh "$TW_WORK"
sh "$TW_WORK/cite.sh"
for page in docs/*.md; do
    diff "$page" "$TW_WORK/${page#docs/}" || fail "$page: run docs/cite.sh"
done
[ "$(grep -c '^<!-- figures: ' "$TW_WORK/is-a-wheel-worth-it.md")" -gt 5 ] || fail "the tables were not read"

[ $failed -eq 0 ] || exit 1
echo "ok"
