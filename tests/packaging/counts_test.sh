#!/bin/sh
# .ci/run installs each package that is a label of a test. README.md says how many tests there are and how many of them
# have no label, in full hundreds; where some are not even built, neither can be counted. docs/trust.md says how many lines
# the headers have, in full thousands, and how many the tests have, in full ten thousands. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
count() { ctest --test-dir "$TW_WORK/../.." -N "$@" | sed -n 's/^Total Tests: //p'; }
mkdir -p "$TW_WORK"

packages=$(ctest --test-dir "$TW_WORK/../.." --print-labels | sed -n 's/^  //p')
[ -n "$packages" ]
for package in $packages; do
    grep -q -e "[ (]$package\( \|$\)" "$TW_SOURCE/.ci/run" || { echo "FAILED: .ci/run installs no $package"; exit 1; }
done

headers=$(cat "$TW_SOURCE"/*.h | wc -l)
tests=$(find "$TW_SOURCE/tests" -type f \( -name '*.[ch]' -o -name '*.cc' -o -name '*.py' -o -name '*.sh' \) -exec cat {} + | wc -l)
for words in "over $((headers / 1000)),000 lines, comments included" "over $((tests / 10000))0,000 lines beside them"; do
    grep -q "$words" "$TW_SOURCE/docs/trust.md" || { echo "FAILED: docs/trust.md should say: $words"; exit 1; }
done

[ "$(count -R '^(kind[.]|schedules$)')" -eq 0 ] || skip "not all tests are built here"
all=$(count) plain=$(count -LE .)
line="Of over $((all / 100 * 100)) tests, over $((plain / 100 * 100)) need nothing but cmake, make and gcc"
grep -q "$line" "$TW_SOURCE/README.md" || {
    echo "FAILED: $all tests, of which $plain have no label; README.md should say: $line"
    exit 1
}
echo "ok: $all tests, $plain without a label"
