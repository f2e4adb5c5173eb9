#!/bin/sh
# SPDX-License-Identifier: MIT-0
# page_test.sh NAME SITE [ARGUMENT...]: runs NAME_test.mjs on the site in Chromium. With TW_SHOTS set to a folder, manners leaves
# screenshots of each view there.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need node
need chromium
[ -f "$2/draw.wasm" ] || skip "no clang, lld and wasi-libc here: the page was not built"
[ -f "$2/index.html" ] || { echo "$2 has no page: build the target playground"; exit 1; }
TW_PACKAGES=$(dirname "$TW_WORK")/playground_packages
[ -f "$TW_PACKAGES/fetched" ] || skip "the packages of npm were not fetched"
export TW_PACKAGES TW_SITE="$2" TW_CHROMIUM="$(command -v chromium)"
test=$(dirname "$0")/$1_test.mjs
shift 2
exec node "$test" "$@"
