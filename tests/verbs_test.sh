#!/bin/sh
# verbs_test.sh: every verb that the headers of the structures offer, compiled or in a typed face, is called by a test,
# and its answer is asserted. Wants TW_SOURCE.
set -eu
cd "$TW_SOURCE"
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

# Names of what the tests make of a typed face.
made() { sed -n "s/^$1(\([a-z0-9_]*\),.*/\1/p" tests/*.c; }

all=0 missing=0
verbs | sort -u >"${TMPDIR:-/tmp}/verbs.$$"
trap 'rm -f "${TMPDIR:-/tmp}/verbs.$$"' EXIT
while read -r kind rest; do
    result=${rest%%:*} verb=${rest#*:}
    names=$verb
    if [ "$kind" != compiled ]; then
        names=$(made "$kind" | sed "s/\$/_$verb/")
    fi
    pattern=$(printf '%s' "$names" | tr '\n' '|')
    case $result in
    "void ") call="(^|[^a-z0-9_])($pattern)\(" ;;
    *) call="assert\((.*[^a-z0-9_])?($pattern)\(" ;;
    esac
    all=$((all + 1))
    if [ -z "$pattern" ] || ! grep -Eq "$call" tests/*.c tests/*.h; then
        echo "FAILED: no test asserts the answer of $kind $result$verb"
        missing=$((missing + 1))
    fi
done <"${TMPDIR:-/tmp}/verbs.$$"
[ "$all" -gt 100 ] || { echo "FAILED: only $all verbs found in the headers"; exit 1; }
[ "$missing" -eq 0 ] || exit 1
echo "ok: $all verbs"
