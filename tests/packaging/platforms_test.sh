#!/bin/sh
# Each test that docs/platforms.md names is there, each row that says "run" or "compiled" by a test names one, and each
# system of ci.yml is on the page. Wants TW_SOURCE, and TW_WORK in the build directory of its folder.
set -eu
. "$(dirname "$0")/../skip.sh"
[ "$(uname -s)" = Linux ] || skip "some of the tests are for Linux alone"
mkdir -p "$TW_WORK"
page=$TW_SOURCE/docs/platforms.md
ctest --test-dir "$TW_WORK/../../.." -C nightly -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$TW_WORK/known"
failed=0
fail() {
    echo "FAILED: $1"
    failed=1
}

grep '^|' "$page" | grep -v '^|[-|]*$' >"$TW_WORK/rows"
[ "$(wc -l <"$TW_WORK/rows")" -gt 20 ] || fail "the tables were not read"
for name in $(sed 's/.*| \(.*\) |$/\1/' "$TW_WORK/rows" | tr ' ' '\n' | sed -n 's/^`\([a-z0-9_.-]*\)`$/\1/p' | sort -u); do
    grep -q "^$name\([.].*\)\{0,1\}$" "$TW_WORK/known" || fail "there is no test $name"
done
grep -E '\| (run|compiled)[^|]*\|[^`|]*\|$' "$TW_WORK/rows" | grep -v 'by hand\|| all |$' && fail "a row names no test"
for name in ubuntu:Linux macos:macOS windows:Windows arm:arm64 clang-cl:clang-cl; do
    if grep -q "{os: [a-z0-9.-]*${name%:*}\|compiler: ${name%:*}" "$TW_SOURCE/.github/workflows/ci.yml"; then
        grep -q "^| [^|]*${name#*:}" "$page" || fail "ci.yml tries ${name#*:}, of which the page has no row"
    else
        fail "ci.yml has no job for ${name#*:}"
    fi
done
[ $failed -eq 0 ] || exit 1
echo "ok: $(wc -l <"$TW_WORK/rows") rows"
