#!/bin/sh
# tables_test.sh calls|choosing|cited|platforms: what the tables of the pages say is so. Wants TW_SOURCE and TW_WORK, for
# platforms in the build directory of its folder.
set -eu
part=$1
. "$(dirname "$0")/pages.sh"

# In docs/coming-from.md and docs/cheatsheet.md what stands in `...` in the columns `tw` compiles, in blocks/body.c: `n->due` and
# `timers_add(&t, n, due)` as expressions, `timers_add()` and `TW_OF` as names.
calls() {
    need cc
    sed -n '/^|.*| tw |$/,/^$/s/^|.*| \(.*\) |$/\1/p' docs/coming-from.md docs/cheatsheet.md | grep -o '`[^`]*`' | tr -d '`' | sort -u | awk '
        /^TW_[A-Z0-9_]*$/ { print "#if !defined(" $0 ")\n#error \"" $0 "\"\n#endif"; next }
        /^(tw|timers|jobs)_[a-z_]*\(\)$/ { sub(/\(\)/, ""); print "#if !defined(" $0 ")\n(void)" $0 ";\n#endif"; next }
        /[(>+]/ { print "(void)(" $0 ");" }' >"$TW_WORK/block.c"
    [ "$(grep -c '^(void)' "$TW_WORK/block.c")" -gt 30 ] || fail "the tables were not read"
    # shellcheck disable=SC2086
    cc $strict "-I$TW_WORK" "-I$TW_SOURCE/include" -c "$here/blocks/body.c" -o "$TW_WORK/body.o" || fail "a call does not compile"
}

# The tables of verbs in README.md and verbs.h are what the headers declare: no + too many, and none missing.
choosing() {
    # STRUCTURE VERB, a line for each +
    awk -F '|' '
        $2 == " verb " { on = 1; for (i = 3; i < NF; i++) structure[i] = $i }
        on && !/^\|/ { exit }
        on && $3 ~ /^ [+-] $/ {
            n = split($2, verb, " ")
            for (i = 3; i < NF; i++)
                for (k = 1; $i ~ /\+/ && k <= n; k++)
                    print structure[i], verb[k]
        }' README.md | tr -s ' ' | sed 's/^ //' | sort >"$TW_WORK/page"

    for structure in $(sed -n 's/^| verb |\(.*\)|$/\1/p' README.md | tr -d '|'); do
        sed -n "s/^.*TW__\(API\|INLINE\) .*[ *]tw_${structure}_\([a-z_]*\)(.*/$structure \2/p" "$structure.h"
    done | sort -u >"$TW_WORK/headers"

    awk '
        /^   WHO HAS WHAT/ { getline; for (i = 1; i <= NF; i++) structure[i] = $i; on = 1; next }
        on && !NF { exit }
        on {
            verbs = NF - length(structure)
            for (i = verbs + 1; i <= NF; i++)
                for (k = 1; $i == "+" && k <= verbs; k++)
                    print structure[i - verbs], $k
        }' verbs.h | sort >"$TW_WORK/manual"

    [ "$(wc -l <"$TW_WORK/headers")" -gt 50 ] || fail "the headers were not read"
    diff "$TW_WORK/headers" "$TW_WORK/page" || fail "< a header has it, > the page says so"
    diff "$TW_WORK/headers" "$TW_WORK/manual" || fail "< a header has it, > verbs.h says so"
}

# What the pages cite of docs/comparison.csv and counts.txt stands there, and docs/README.md lists every page.
cited() {
    mkdir -p "$TW_WORK/docs" "$TW_WORK/tests/counts"
    cp docs/*.md docs/comparison.csv docs/cite.sh "$TW_WORK/docs"
    cp tests/counts/counts.txt "$TW_WORK/tests/counts"
    sh "$TW_WORK/docs/cite.sh"
    for page in docs/*.md; do
        diff "$page" "$TW_WORK/$page" || fail "$page: run docs/cite.sh"
    done
    [ "$(grep -c '^<!-- figures: ' docs/is-a-wheel-worth-it.md)" -gt 5 ] || fail "the tables were not read"
    [ "$(grep -c '^| hwheel | [0-9,]* | [0-9,]* | [0-9,]* | [0-9,]* |$' docs/choosing.md)" -ge 2 ] || fail "no counts"
    for page in docs/*.md; do
        [ "$page" = docs/README.md ] || grep -qF "(${page#docs/})" docs/README.md || fail "docs/README.md does not list $page"
    done
}

# Each test that docs/platforms.md names is there, each row that says "run" or "compiled" by a test names one, and each
# system of ci.yml is on the page.
platforms() {
    [ "$(uname -s)" = Linux ] || skip "some of the tests are for Linux alone"
    page=docs/platforms.md
    listed "$TW_WORK/../../.." -C nightly | sed -n 's/^ *Test *#[0-9]*: //p' >"$TW_WORK/known"
    grep '^|' "$page" | grep -v '^|[-|]*$' >"$TW_WORK/rows"
    [ "$(wc -l <"$TW_WORK/rows")" -gt 20 ] || fail "the tables were not read"
    for name in $(sed 's/.*| \(.*\) |$/\1/' "$TW_WORK/rows" | tr ' ' '\n' | sed -n 's/^`\([a-z0-9_.-]*\)`$/\1/p' | sort -u); do
        grep -q "^$name\([.].*\)\{0,1\}$" "$TW_WORK/known" || fail "there is no test $name"
    done
    grep -E '\| (run|compiled)[^|]*\|[^`|]*\|$' "$TW_WORK/rows" | grep -v 'by hand\|| all |$' && fail "a row names no test"
    for name in ubuntu:Linux macos:macOS windows:Windows arm:arm64 clang-cl:clang-cl; do
        if grep -q "{os: [a-z0-9.-]*${name%:*}\|compiler: ${name%:*}" .github/workflows/ci.yml; then
            grep -q "^| [^|]*${name#*:}" "$page" || fail "ci.yml tries ${name#*:}, of which the page has no row"
        else
            fail "ci.yml has no job for ${name#*:}"
        fi
    done
}

$part
[ $failed -eq 0 ] || exit 1
echo "ok: $part"
