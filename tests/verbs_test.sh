#!/bin/sh
# verbs_test.sh: every verb that the headers of the structures offer, compiled or in a typed face, is called by a test,
# and its answer is asserted. Wants TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK" && cd "$TW_SOURCE"
headers="timers.h heap4.h rbtree.h skiplist.h wheel.h hwheel.h"

# Lines "KIND RESULT VERB": of the compiled functions, of those that are inline in timers.h, and of each typed face.
verbs() {
    cat $headers | tr '\n' ' ' | grep -o 'TW__API [^;{}()]*[ *]tw_[a-z0-9_]*(' |
        sed 's/TW__API *//; s/($//; s/\(.*[ *]\)\(tw_[a-z0-9_]*\)$/compiled \1:\2/'
    sed -n 's/^TW__INLINE \([^(]*[ *]\)\(tw_[a-z0-9]*[a-z0-9_]*\)(.*/compiled \1:\2/p' timers.h | grep -v ':tw__'
    for header in $headers; do
        face=$(sed -n 's/^#define \(TW_[A-Z0-9]*_OF\)(.*/\1/p' "$header")
        sed -n 's/^ *TW__[A-Z]* \([^(]*[ *]\)name##_\([a-z][a-z_]*\)(.*/\1:\2/p
                s/^ *linkage \([^(]*[ *]\)name##_\([a-z][a-z_]*\)(.*/\1:\2/p' "$header" | sed "s/^/$face /"
    done
}

# asserted KIND RESULT VERB: a test calls the verb (of one of the faces that its file makes), and asserts its answer.
asserted() {
    before='assert\((.*[^a-z0-9_])?'
    [ "$2" != "void " ] || before='(^|[^a-z0-9_])'
    if [ "$1" = compiled ]; then
        grep -Eq "$before$3\(" tests/*.c tests/*.h
        return
    fi
    for file in $(grep -l "^$1(" tests/*.c); do
        for name in $(sed -n "s/^$1(\([a-z0-9_]*\),.*/\1/p" "$file"); do
            if grep -Eq "$before${name}_$3\(" "$file"; then
                return 0
            fi
        done
    done
    return 1
}

all=0 missing=0
verbs | sort -u >"$TW_WORK/verbs"
while read -r kind rest; do
    all=$((all + 1))
    if ! asserted "$kind" "${rest%%:*}" "${rest#*:}"; then
        echo "FAILED: no test asserts the answer of $kind $rest"
        missing=$((missing + 1))
    fi
done <"$TW_WORK/verbs"
[ "$all" -gt 100 ] || { echo "FAILED: only $all verbs found in the headers"; exit 1; }
[ "$missing" -eq 0 ] || exit 1
echo "ok: $all verbs"
