#!/bin/sh
# figures_test.sh DRAW - the pages in docs/algorithms show what tw_draw prints, link to files that are there, and name
# functions that exist. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
[ "$(getconf LONG_BIT)" = 64 ] || skip "heap4 has its root elsewhere on this machine"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
cd "$TW_SOURCE/docs/algorithms"

fail() {
    echo "FAILED: $*"
    exit 1
}

cp ./*.md "$TW_WORK"
sh figures.sh "$1" "$TW_WORK"/*.md
for page in *.md; do
    diff "$page" "$TW_WORK/$page" || fail "$page: run docs/algorithms/figures.sh $1"
    for link in $(grep -o '](\([^)#]*\)' "$page" | tr -d '](' | grep -v '^http'); do
        test -e "$link" || fail "$page links to $link"
    done
    for name in $(grep -o 'tw__*[a-z0-9_]*[a-z0-9]' "$page" | grep -v '^tw_draw$' | sort -u); do
        grep -qw -e "$name" ../../*.h || fail "$page names $name"
    done
done
for structure in heap4 rbtree skiplist wheel smallwheel bigwheel; do
    grep -q "^\`\`\`tw_draw $structure" $structure.md || fail "$structure.md has no figure"
done
