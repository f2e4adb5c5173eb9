#!/bin/sh
# SPDX-License-Identifier: MIT-0
# packages.sh fetch: the pinned packages of npm that the tests of the page need, into TW_WORK/../playground_packages.
# packages.sh vendored: what the page vendors is what came.
set -eu
here=$(dirname "$0")
packages=$(dirname "$TW_WORK")/playground_packages
. "$TW_SOURCE/tests/skip.sh"

fetch() {
    need node
    need npm
    mkdir -p "$packages"
    # Not again if they are there.
    if cmp -s "$here/package-lock.json" "$packages/package-lock.json" && [ -f "$packages/fetched" ]; then
        return
    fi
    rm -f "$packages/fetched"
    cp "$here/package.json" "$here/package-lock.json" "$packages"
    (cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
        cat "$packages/npm.log"
        skip "npm cannot fetch the packages"
    }
    touch "$packages/fetched"
}

vendored() {
    for file in "$packages"/node_modules/@bjorn3/browser_wasi_shim/dist/*.js \
        "$packages"/node_modules/@bjorn3/browser_wasi_shim/LICENSE-MIT; do
        cmp "$file" "$TW_SOURCE/playground/vendor/browser_wasi_shim/$(basename "$file")"
    done
    version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$packages/node_modules/@bjorn3/browser_wasi_shim/package.json")
    grep -q "browser_wasi_shim.*| $version |" "$TW_SOURCE/playground/vendor/README.md" ||
        { echo "playground/vendor/README.md does not say that version $version came"; exit 1; }
    [ "$(ls "$TW_SOURCE/playground/vendor/browser_wasi_shim" | wc -l)" -eq 9 ] ||
        { echo "playground/vendor/browser_wasi_shim has other files, too"; exit 1; }
}

"$1"
