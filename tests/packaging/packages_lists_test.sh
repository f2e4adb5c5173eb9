#!/bin/sh
# packages_lists_test.sh headers|page: each list of the headers is whole; docs/packages.md shows what the
# projects in projects/ hold, and links to files that are there. Wants TW_SOURCE, TW_GENERATED and
# TW_WORK.
set -eu
export LC_ALL=C
. "$(dirname "$0")/../skip.sh"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/projects/projects.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
cd "$TW_SOURCE"

fail() {
    echo "FAILED: $1"
    exit 1
}

case $1 in
headers)
    ls ./*.h ./*.hpp | sed 's|^\./||' >"$TW_WORK/wanted"
    grep -v 'hpp$' "$TW_WORK/wanted" >"$TW_WORK/headers" # those of C
    ls include/tw | diff "$TW_WORK/wanted" - || fail "include/tw"
    for h in $(cat "$TW_WORK/wanted"); do
        grep -q "^#include \"../../$h\" " "include/tw/$h" || fail "include/tw/$h includes another header"
    done
    [ "$(ls include src | tr '\n' ' ')" = "include: tw  src: tw.h " ] || fail "include or src holds more than one name"
    cc -MM -DTW_DEBUG -DTW_WITH_DELAYQUEUE -DTW_WITH_POST -DTW_WITH_WATCH src/tw.h | tr -d '\\' | tr ' ' '\n' |
        sed -n 's|^src/\.\./||p' | sort -u | diff "$TW_WORK/headers" - || fail "src/tw.h"
    sed -n "s/^  '\(.*\.hp*\)',$/\1/p" meson.build | diff "$TW_WORK/wanted" - || fail "meson.build"
    ;;
page) # behind the word for the language stands the project, as in ```cmake cmake-installed
    awk '/^```/ { folder = $2; next } folder && NF { print folder "\t" $0 }' docs/packages.md >"$TW_WORK/lines"
    [ "$(wc -l <"$TW_WORK/lines")" -ge 30 ] || fail "docs/packages.md was not read"
    (cd "$TW_WORK" && for way in $(cut -f 1 lines | grep -v / | sort -u); do project "$way" "$way"; done)
    while IFS="$(printf '\t')" read -r folder line; do
        case $folder in */*) within=$here ;; *) within=$TW_WORK ;; esac
        grep -rqxF -- "$line" "$within/$folder" || fail "docs/packages.md: '$line' is not in $folder"
    done <"$TW_WORK/lines"
    for link in $(grep -o '](\.\./[^)]*)' docs/packages.md | tr -d '()]'); do
        [ -e "${link#../}" ] || [ -e "$TW_GENERATED/${link#../}" ] || fail "docs/packages.md links to $link"
    done
    ;;
esac
echo "ok: $1"
