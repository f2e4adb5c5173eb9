#!/bin/sh
# SPDX-License-Identifier: MIT-0
# browser_test.sh SCRIPT [ARGUMENT...] - runs a test of the page in Chromium. Wants TW_SITE and TW_PACKAGES.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../skip.sh"
need node
TW_CHROMIUM=${TW_CHROMIUM:-$(command -v chromium || true)}
[ -n "$TW_CHROMIUM" ] || skip "no chromium here"
[ -d "$TW_PACKAGES/node_modules/playwright-core" ] || skip "no npm packages in $TW_PACKAGES: tests/playground/browser.cmake"
[ -f "$TW_SITE/index.html" ] || skip "no site in $TW_SITE: the target playground builds it"
export TW_CHROMIUM
script=$1
shift
exec node "$here/$script" "$@"
