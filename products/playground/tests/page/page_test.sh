#!/bin/sh
# SPDX-License-Identifier: MIT-0
# page_test.sh NAME SITE [ARGUMENT...]: runs NAME_test.mjs on the site in Chromium. With TW_SHOTS set to a folder, manners leaves
# screenshots of each view there.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need node
need chromium
if [ "$1" = lines ]; then
    need gdb
    [ -x "$TW_SEEN" ] && [ -x "$TW_SEEN16" ] || { echo "build the targets tw_draw_seen and tw_draw_seen16"; exit 1; }
fi
[ -f "$2/draw.wasm" ] || skip "no clang, lld and wasi-libc here: the page was not built"
[ -f "$2/index.html" ] || { echo "$2 has no page: build the target playground"; exit 1; }
TW_PACKAGES=$(dirname "$TW_WORK")/playground_packages
[ -f "$TW_PACKAGES/fetched" ] || skip "the packages of npm were not fetched"
export TW_PACKAGES TW_SITE="$2" TW_CHROMIUM="$(command -v chromium)"
test=$(dirname "$0")/$1_test.mjs

# Wheels as students make them: the lab's key, the key with a mistake, the header with its holes.
if [ "$1" = course ] && [ -z "${TW_DAY:-}" ]; then
    export TW_WHEELS="$TW_WORK/wheels"
    for name in key backwards empty; do
        mkdir -p "$TW_WHEELS/$name/4-wheel"
        from=products/lab/key/4-wheel/wheel.h
        [ $name != empty ] || from=products/lab/4-wheel/wheel.h
        sed "$([ $name = backwards ] && echo '0,/t = all.next;/s//t = all.previous;/' || echo '')" "$TW_SOURCE/$from" \
            >"$TW_WHEELS/$name/4-wheel/wheel.h"
        make -s -C "$TW_SOURCE/products/lab" page FROM="$TW_WHEELS/$name" BUILD="$TW_WHEELS/$name"
    done
    cmp -s "$TW_WHEELS/key/4-wheel/wheel.h" "$TW_WHEELS/backwards/4-wheel/wheel.h" &&
        { echo "FAILED: the key has no line to break"; exit 1; }
fi
shift 2
exec node "$test" "$@"
