#!/bin/sh
# What the pages of the repository link to is there, and so is the heading that a link names. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"

headings() { # PAGE: their anchors
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for page in $pages; do
    sed '/^```/,/^```$/d' "$page" | sed 's/`[^`]*`//g' | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//' >"$TW_WORK/found" || :
    while read -r link; do
        case $link in http*://* | mailto:*) continue ;; esac
        file=$(dirname "$page")/${link%%#*}
        [ -n "${link%%#*}" ] || file=$page
        [ -e "$file" ] || { fail "$page links to $link"; continue; }
        case $link in *.md#* | \#*) headings "$file" | grep -qxF "${link#*#}" || fail "$page: $link is no heading" ;; esac
    done <"$TW_WORK/found"
    cat "$TW_WORK/found" >>"$TW_WORK/all"
done
[ "$(wc -l <"$TW_WORK/all")" -gt 100 ] || fail "the links were not read"

[ $failed -eq 0 ] || exit 1
echo "ok: $(wc -l <"$TW_WORK/all") links"
