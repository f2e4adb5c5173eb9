#!/bin/sh
# packages.sh: the pinned packages of npm that the tests of clients need, into TW_WORK/../timerd_packages.
set -eu
. "$TW_SOURCE/tests/npm.sh"
npm_fetch "$(dirname "$0")" "$(dirname "$TW_WORK")/timerd_packages"
