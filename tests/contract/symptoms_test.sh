#!/bin/sh
# Each row of docs/when-it-does-not-fire.md names the tests that show it. The mistakes of symptoms.c are made here, plainly,
# with TW_DEBUG and with TW_ASSERT: the marks on the page say which of these programs finds them (D: debug.h ends the
# program, W: it warns, A: the assertion fails). All other names must be tests.
# Wants TW_SOURCE, and TW_WORK in the build directory of its folder.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
page=$TW_SOURCE/docs/when-it-does-not-fire.md failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

for bits in 64 32; do
    for kind in plain "debug -DTW_DEBUG" "assert -DTW_ASSERT(c)=((c)?(void)0:abort())"; do
        cc -std=c99 -O2 -Wall -Wextra -Werror -pthread "-I$TW_SOURCE" "-DTW_TICK_BITS=$bits" \
            ${kind#"${kind%% *}"} "$TW_SOURCE/tests/contract/symptoms.c" -o "${kind%% *}.$bits"
    done
    "./plain.$bits" >"names.$bits"
done
sort -u names.64 names.32 >names

# found NAME: the marks that the page should have for it.
found() {
    grep -qx "$1" names.64 && bits=64 || bits=32
    timeout 60 "./plain.$bits" "$1" >&2 || printf 'UNSEEN '
    if timeout 60 "./debug.$bits" "$1" 2>said; then
        ! grep -q ': warning: ' said || printf 'W '
    else
        { [ "$(wc -l <said)" -eq 1 ] && printf 'D '; } || cat said >&2
    fi
    timeout 60 "./assert.$bits" "$1" 2>/dev/null || printf 'A '
}

# A row with marks and names in its last two columns, as NAME MARK...
grep '^|' "$page" | grep -v '^|[-|]*$\|^| what you see ' >rows || :
[ "$(wc -l <rows)" -gt 20 ] || fail "the tables of the page were not read"
sed 's/.*| *\([DWA ]*\)| \([^|]*\) |$/\2 |\1/' rows >last
if grep -v '^`[a-z0-9_.]*`[a-z0-9_.` ]* |[DWA ]*$' last; then fail "a row without marks or tests in its last columns"; fi

build=$TW_WORK/../..
sed -n 's/^ *add_test(\[*=*\[*\([^] "]*\).*/\1/p' "$build"/*/CTestTestfile.cmake >known
scenarios >>known
[ "$(wc -l <known)" -gt 100 ] || fail "the tests were not read from the files CTestTestfile.cmake"

: >shown
tr -d '`' <last >plain_rows
while IFS='|' read -r tests marks; do
    for name in $tests; do
        case $name in
        symptoms.*)
            echo "${name#*.}" >>shown
            grep -qx "${name#*.}" names || { fail "there is no $name"; continue; }
            seen=$(found "${name#*.}")
            [ "$(echo $marks)" = "$(echo $seen)" ] || fail "$name: the page says '$marks', the programs '$seen'"
            ;;
        debug.*) grep -q "^CASE(${name#*.})" "$TW_SOURCE/tests/contract/debug.c" || fail "debug.c has no ${name#*.}" ;;
        *) grep -qx -e "$name" -e "$(echo "$name" | sed 's/\./[.]/g')[.].*" known || fail "there is no test $name" ;;
        esac
    done
done <plain_rows
sort -u shown | diff names - || fail "< a symptom that is not on the page"

# What is marked D is told by every structure, by each compiler, with and without optimisation.
sed -n 's/^\(.*\)|.*D.*$/\1/p' plain_rows | tr ' ' '\n' | sed -n 's/^symptoms[.]//p' | sort -u >told
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"
for structure in heap4 "hwheel -DNEEDS_NO_ARRAY" "bigwheel -DNEEDS_NO_ARRAY" wheel "rbtree -DNEEDS_NO_ARRAY" \
    "skiplist -DNEEDS_NO_ARRAY" "sortedlist -DNEEDS_NO_ARRAY" "smallwheel -DNEEDS_NO_ARRAY"; do
    for compiler in $compilers; do
        for level in -O0 -O2; do
            for bits in 64 32; do
                $compiler -std=c99 $level -w -pthread "-I$TW_SOURCE" -DTW_DEBUG "-DTW_TICK_BITS=$bits" \
                    -DOF=$structure "$TW_SOURCE/tests/contract/symptoms.c" -o each
                ./each >has
                for name in $(grep -xFf told has); do
                    ! timeout 60 ./each "$name" 2>said || fail "$name is not told: $structure $compiler $level $bits"
                    [ "$(wc -l <said)" -eq 1 ] || fail "$name, $structure $compiler $level $bits: $(cat said)"
                    tried=$((${tried:-0} + 1))
                done
            done
        done
    done
done

[ $failed -eq 0 ] || exit 1
echo "ok: $tried times told, $(wc -l <names) symptoms, $(wc -l <rows) rows"
