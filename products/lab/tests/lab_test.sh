#!/bin/sh
# lab_test.sh PART FILE: one of the parts below; FILE is the judge's library. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../../../tests/skip.sh"
part=$1 file=$2
lab=$TW_SOURCE/products/lab
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

# status WANTED COMMAND...: the exit status of a command, whose output goes to `out`.
status() {
    wanted=$1
    shift
    got=0
    "$@" >out 2>&1 || got=$?
    [ "$got" = "$wanted" ] || { cat out && fail "status $got, not $wanted: $*"; }
}

says() { grep -qe "$1" out || { cat out && fail "it does not say: $1"; }; }

# The key has full marks, also with a tree in place of the skip list. Its callbacks may arm timers for ticks that have
# come: each advance returns.
key() {
    need python3
    status 0 python3 -B "$lab/grade.py" --judge "$file" --from "$lab/key"
    says '^marks: 110 of 110$'
    mkdir -p tree/5-order
    cp "$lab/5-order/skiplist.h" "$lab/key/5-order/tree.h" tree/5-order
    status 0 python3 -B "$lab/grade.py" --judge "$file" --from tree 5
    says '^  tree: 20 of 20$'
    # Each function with a hole is the key's, word for word up to its body.
    for header in 1-list/list 2-ring/ring 3-heap/heap 4-wheel/wheel 5-order/skiplist 5-order/tree; do
        "${CC:-cc}" -std=c99 -w -I"$lab" -DLAB_HEADER="\"$lab/key/$header.h\"" -DLAB_NAME="${header#*/}" \
            "$lab/tests/returns.c" -o returns || fail "returns.c does not compile with the key of $header.h"
        ./returns || fail "the key of $header.h"
        for name in $(sed -n 's/^    hole("\(.*\)");$/\1/p' "$lab/$header.h"); do
            grep -q "[ *]$name(" "$lab/key/$header.h" || fail "the key of $header.h has no $name"
        done
        ! grep -q 'hole("' "$lab/key/$header.h" || fail "the key of $header.h has a hole"
    done
}

# The answers show the table that the key measures.
table() {
    need python3
    python3 -B "$lab/grade.py" --judge "$file" --from "$lab/key" --measure >measured
    sed -n '/^Looks an operation/,/^```$/p' "$lab/key/answers.md" | grep -v '```' | diff - measured || fail "key/answers.md shows another table"
}

# The student's archive has no key, and grades alone: no marks, and a sentence that names a function for each promise.
# What the sheets tell students to type does what they say.
student() {
    need python3
    need make
    mkdir docs products
    cp -R "$lab" "$TW_SOURCE/products/judge" products && cp -R "$TW_SOURCE/docs/algorithms" docs && cp "$TW_SOURCE/LICENSE" .
    rm -rf products/lab/build
    make -s -C products/lab student.zip
    python3 -m zipfile -e products/lab/student.zip .
    rm -rf products docs
    found=$(find tw-lab | grep -E '/(key|wrong|tests|slides)(/|$)|subjects|README|teacher|pack' | grep -v docs/algorithms/README.md) || :
    [ -z "$found" ] || fail "the archive has $found"
    status 2 make -s -C tw-lab/products/lab grade
    says '^marks: 0 of 110$'
    [ "$(grep -c '  BROKEN ' out)" -gt 55 ] || fail "too few promises"
    [ "$(grep -c '^ *> ' out)" = "$(grep -c '  BROKEN ' out)" ] || { cat out && fail "a promise is broken without a sentence"; }
    for name in list ring heap wheel skiplist; do says "> ${name}_insert() is not written yet"; done
    status 2 make -s -C tw-lab/products/lab grade-json A=1
    sed '/^make/d' out | python3 -c 'import json, sys
marks = json.load(sys.stdin)
assert marks["score"] == 0 and marks["max_score"] == 20 == sum(t["max_score"] for t in marks["tests"])
assert all("list_" in t["output"] and "is not written yet" in t["output"] for t in marks["tests"])'
    for sheet in tw-lab/products/lab/START.md tw-lab/products/lab/[1-6]-*/sheet.md; do
        sed -n '/^ *```sh$/,/^ *```$/p' "$sheet" | grep -v '```' >commands
        [ -s commands ] || fail "$sheet has no command"
        (cd tw-lab/products/lab && sed 's/^ *//' ../../../commands | grep -v '^make grade' | CC=cc sh -e) >out 2>&1 ||
            { cat out && fail "$sheet: a command fails"; }
        for number in $(sed -n 's/^ *make grade A=//p' commands); do
            case $sheet in */"$number"-*) ;; *) fail "$sheet grades assignment $number" ;; esac
        done
    done
}

# A wrong call, a header that does not compile, and one that is not there, are told in a sentence.
misuse() {
    need python3
    status 2 python3 -B "$lab/grade.py" --judge "$file" 7
    says 'there is no assignment 7'
    status 2 python3 -B "$lab/grade.py" --judge "$file" --from nowhere
    says 'there is no folder nowhere'
    status 2 python3 -B "$lab/grade.py" --judge nowhere.a
    says 'make grade'
    status 0 python3 -B "$lab/grade.py" --help
    mkdir -p wrong/1-list
    status 1 python3 -B "$lab/grade.py" --judge "$file" --from wrong 1
    says 'there is no list.h'
    sed 's/hole("list_insert");/not C/' "$lab/1-list/list.h" >wrong/1-list/list.h
    status 1 python3 -B "$lab/grade.py" --judge "$file" --from wrong 1
    says 'it does not compile: list.h:[0-9]*:[0-9]*: error'
    # An endless loop that reads no deadline: it costs the promises at which list_first() is called, and no others.
    sed 's/{ return l->first; }/{ while (l) continue; return NULL; }/' "$lab/key/1-list/list.h" >wrong/1-list/list.h
    status 1 python3 -B "$lab/grade.py" --judge "$file" --from wrong 1
    says '> list_first() does not come back: an endless loop?'
    says '^  cancel     kept'
}

$part
echo "ok: $part"
