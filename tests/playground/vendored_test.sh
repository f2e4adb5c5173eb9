#!/bin/sh
# SPDX-License-Identifier: MIT-0
# vendored_test.sh PACKAGES - what stands in playground/vendor is what npm fetched, byte for byte. Wants TW_SOURCE.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../skip.sh"
modules=$1/node_modules
[ -d "$modules" ] || skip "no npm packages in $1: tests/playground/browser.cmake"
vendor=$TW_SOURCE/playground/vendor
count=0

same() { # FILE-HERE FILE-THERE
    cmp "$1" "$2" || { echo "FAILED: $1 is not what npm has"; exit 1; }
    count=$((count + 1))
}

for file in "$vendor"/browser_wasi_shim/*.js; do
    same "$file" "$modules/@bjorn3/browser_wasi_shim/dist/$(basename "$file")"
done
same "$vendor/browser_wasi_shim/LICENSE-MIT" "$modules/@bjorn3/browser_wasi_shim/LICENSE-MIT"
for file in uPlot.esm.js uPlot.min.css; do
    same "$vendor/uplot/$file" "$modules/uplot/dist/$file"
done
same "$vendor/uplot/LICENSE" "$modules/uplot/LICENSE"
[ "$count" -eq "$(find "$vendor" -type f ! -name README.md | wc -l)" ] || { echo "FAILED: some file is not compared"; exit 1; }
echo "$count files are those of npm"
