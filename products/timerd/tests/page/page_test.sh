#!/bin/sh
# page_test.sh lmdb PROGRAM: the page in Chromium shows a queue, and requeues and cancels in it. With TW_SHOTS set to a
# folder, screenshots are left there.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need node
need chromium
packages=$(dirname "$TW_WORK")/timerd_page_packages
[ -f "$packages/fetched" ] || skip "the packages of npm were not fetched"
printf 'read look-0123456789abcdef\nadmin all-0123456789abcdef\n' >tokens
chmod 600 tokens
start t --web 0 --web-token-file tokens --prefix orders --attempts 2
page=$(sed -n 's/^timerd: page on //p' t.out)
# shellcheck disable=SC2154
TW_PACKAGES=$packages TW_CHROMIUM=$(command -v chromium) timeout 300 \
    node "$TW_SOURCE/products/timerd/tests/page/page_test.mjs" "$page" t.sock "$t" || fail "see above"
