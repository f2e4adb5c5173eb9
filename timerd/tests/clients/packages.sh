#!/bin/sh
# packages.sh: the pinned packages of npm that the tests of clients need, into TW_WORK/../timerd_packages.
set -eu
here=$(dirname "$0")
packages=$(dirname "$TW_WORK")/timerd_packages
. "$TW_SOURCE/tests/skip.sh"
need node
need npm
mkdir -p "$packages"
# Not again if they are there.
! cmp -s "$here/package-lock.json" "$packages/package-lock.json" || [ ! -f "$packages/fetched" ] || exit 0
rm -f "$packages/fetched"
cp "$here/package.json" "$here/package-lock.json" "$packages"
(cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
    cat "$packages/npm.log"
    skip "npm cannot fetch the packages"
}
touch "$packages/fetched"
