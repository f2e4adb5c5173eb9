#!/bin/sh
# packages.sh: the pinned packages of npm that the test of the page needs, into TW_WORK/../timerd_page_packages.
set -eu
. "$TW_SOURCE/tests/npm.sh"
npm_fetch "$(dirname "$0")" "$(dirname "$TW_WORK")/timerd_page_packages"
