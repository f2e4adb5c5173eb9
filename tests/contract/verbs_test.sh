#!/bin/sh
# verbs_test.sh: every verb that the headers of the structures offer, compiled or in a typed face, is called by a test,
# and its answer is asserted. Wants TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK" && cd "$TW_SOURCE"
headers="timers.h heap4.h rbtree.h sortedlist.h skiplist.h wheel.h smallwheel.h hwheel.h bigwheel.h delayqueue.h"

# body MACRO FILE...: the lines of a macro's definition.
body() {
    macro=$1
    shift
    sed -n "/^#define $macro(/,/[^\\\\]\$/p" "$@"
}

# Lines "KIND RESULT VERB": of the compiled functions, of those that are inline in node.h and timers.h, and of each typed
# face: what stands in its macro, and in the macros of verbs.h and of its header that it is made of.
verbs() {
    cat $headers | tr '\n' ' ' | grep -o 'TW__API [^;{}()]*[ *]tw_[a-z0-9_]*(' |
        sed 's/TW__API *//; s/($//; s/\(.*[ *]\)\(tw_[a-z0-9_]*\)$/compiled \1:\2/'
    sed -n 's/^TW__INLINE \([^(]*[ *]\)\(tw_[a-z0-9]*[a-z0-9_]*\)(.*/compiled \1:\2/p' node.h timers.h | grep -v ':tw__'
    for header in $headers; do
        for face in $(sed -n 's/^#define \(TW_[A-Z0-9]*_OF\)(.*/\1/p' "$header"); do
            made=" $face "
            while :; do # of these macros, and of those that they name
                more=$made
                for macro in $made; do
                    for of in $(body "$macro" verbs.h "$header" | grep -o '^ *TW__[A-Z_]*([A-Z_, ]*name' | tr -d ' ' | sed 's/(.*//') \
                        $(body "$macro" "$header" | sed -n "s/^#define $macro([^)]*) *\(TW__[A-Z_]*\)(name.*/\1/p"); do
                        case $more in *" $of "*) ;; *) more="$more$of " ;; esac
                    done
                done
                [ "$more" != "$made" ] || break
                made=$more
            done
            for macro in $made; do
                body "$macro" verbs.h "$header" | sed -n 's/^ *\(TW__CHECKED(\)\{0,1\}\(TW__[A-Z]*\|linkage\) \([^(]*[ *]\)name##_\([a-z][a-z_]*\)(.*/\3:\4/p'
            done | sed "s/^/$face /"
        done
    done
}

# The tests, an expression on one line.
rm -rf "$TW_WORK/lines" && mkdir -p "$TW_WORK/lines"
awk -v to="$TW_WORK/lines/" '
    FNR == 1 { close(out); out = FILENAME; gsub("/", ".", out); out = to out }
    { sub(/^ +/, " "); printf "%s%s", $0, /[^&|,(=?:+*-]$/ ? "\n" : "" >out }
' tests/*/*.c tests/*/*.h
sed 's/^/ /' "$TW_WORK"/lines/* | sort -u >"$TW_WORK/all"

# For each face that a file makes, the lines of this file that call a verb of it: "FACE LINE", with @ for the face's name.
awk '
    FNR == 1 { made = 0 }
    match($0, /^TW_[A-Z0-9]*_OF\([a-z0-9_]*,/) {
        face[made] = $0; sub(/\(.*/, "", face[made])
        name[made] = $0; sub(/^[^(]*\(/, "", name[made]); sub(/,.*/, "_", name[made])
        made++
    }
    { for (i = 0; i < made; i++) if (index($0, name[i])) { line = $0; gsub(name[i], "@", line); print face[i], " " line } }
' "$TW_WORK"/lines/*.c | sort -u >"$TW_WORK/typed"

# asserted KIND RESULT VERB: a test calls the verb (of one of the faces that its file makes), and asserts its answer.
asserted() {
    before='(assert|EXPECT)\((.*[^a-z0-9_])?'
    [ "$2" != "void " ] || before='[^a-z0-9_]'
    if [ "$1" = compiled ]; then
        grep -Eq "$before$3\(" "$TW_WORK/all"
    else
        grep -Eq "^$1 .*$before@$3\(" "$TW_WORK/typed"
    fi
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
