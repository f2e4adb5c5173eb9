#!/bin/sh
# .ci/run installs each package that is a label of a test. docs/trust.md says how many lines the headers have, in full
# thousands, and how many the tests have, in full ten thousands. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
mkdir -p "$TW_WORK"

packages=$(listed "$TW_WORK/../../.." --print-labels | sed -n 's/^  //p' | grep -vx -e rest -e paper)
[ -n "$packages" ]
for package in $packages; do
    grep -q -e "[ (]$package\( \|$\)" "$TW_SOURCE/.ci/run" || { echo "FAILED: .ci/run installs no $package"; exit 1; }
done

headers=$(cat "$TW_SOURCE"/*.h | wc -l)
tests=$(find "$TW_SOURCE/tests" -type f \( -name '*.[ch]' -o -name '*.cc' -o -name '*.py' -o -name '*.sh' \) -exec cat {} + | wc -l)
for words in "over $((headers / 1000)),000 lines, comments included" "over $((tests / 10000))0,000 lines beside them"; do
    grep -q "$words" "$TW_SOURCE/docs/trust.md" || { echo "FAILED: docs/trust.md should say: $words"; exit 1; }
done

echo "ok: $(echo "$packages" | wc -l) packages, $headers lines, $tests lines of tests"
