#!/bin/sh
# SPDX-License-Identifier: MIT-0
# packages.sh fetch: the pinned packages of npm that the tests of the page need, into TW_WORK/../playground_packages.
# packages.sh vendored: what the page vendors is what came.
set -eu
here=$(dirname "$0")
packages=$(dirname "$TW_WORK")/playground_packages
. "$TW_SOURCE/tests/npm.sh"

fetch() { npm_fetch "$here" "$packages"; }

# folder PACKAGE FOLDER FILE...: these files of the package stand in the folder, no others, and README has the version.
folder() {
    from=$packages/node_modules/$1 to=$TW_SOURCE/products/playground/vendor/$2
    version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$from/package.json")
    grep -q "^| \`$2/\`.*| $version |" "$TW_SOURCE/products/playground/vendor/README.md" ||
        { echo "FAILED: products/playground/vendor/README.md does not say that version $version came"; exit 1; }
    shift 2
    for file in "$@"; do
        cmp "$from/$file" "$to/$(basename "$file")" || { echo "FAILED: $file is not what came"; exit 1; }
    done
    [ "$(ls "$to" | wc -l)" -eq $# ] || { echo "FAILED: $to has other files, too"; exit 1; }
}

vendored() {
    folder @bjorn3/browser_wasi_shim browser_wasi_shim LICENSE-MIT \
        $(cd "$packages/node_modules/@bjorn3/browser_wasi_shim" && ls dist/*.js)
    folder uplot uplot LICENSE dist/uPlot.esm.js dist/uPlot.min.css
}

"$1"
