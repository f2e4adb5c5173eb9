#!/bin/sh
# wrong_type_test.sh gcc|clang: what a typed face must not take does not compile, and the message names the user's line,
# as C and as C++. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need "$1"
[ "$1" = gcc ] && cxx=g++ || cxx=clang++
need $cxx
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

checks=0
try() { # EXPRESSION: compiles, or fails with a message at line 4 of user.c
    printf '#include "faces.h"\nvoid user(void);\nvoid user(void) {\n    (void)(%s);\n}\n' "$1" >user.c
    cc=$2 language=$3
    shift 3
    "$cc" -x "$language" "$@" -Wno-unused -I"$TW_SOURCE" -I"$TW_SOURCE/tests/packaging" -fsyntax-only user.c 2>message
}
both() { # EXPRESSION COMMAND: in both languages
    for language in c c++; do
        if [ $language = c ]; then
            set -- "$1" "$2" "$compiler" c -std=c99 -Werror
        else
            set -- "$1" "$2" $cxx c++ -std=c++11
        fi
        "$2" "$@"
        checks=$((checks + 1))
    done
}
good() {
    e=$1
    shift 2
    try "$e" "$@" || { echo "FAILED: $* refuses $e"; cat message; exit 1; }
}
wrong() {
    e=$1
    shift 2
    if try "$e" "$@"; then echo "FAILED: $* takes $e"; exit 1; fi
    grep -q error message && grep -q '^user\.c:4:' message || { echo "FAILED: $e: the message does not point to the line"; cat message; exit 1; }
}

compiler=$1
for of in heap keyed tree list; do
    q=a_$of
    for verb in add cancel update; do
        both "${of}_$verb(&$q, &job)" good
        both "${of}_$verb(&$q, &other)" wrong
        both "${of}_$verb(&$q, &job.node)" wrong
        both "${of}_$verb(&a_set, &job)" wrong
    done
    both "(other = *${of}_pop(&$q))" wrong
done
for pair in ring:a_ring rings:some_rings; do
    of=${pair%:*} q=${pair#*:}
    both "${of}_add(&$q, &job, 5)" good
    both "${of}_add(&$q, &other, 5)" wrong
    both "${of}_cancel(&$q, &other)" wrong
done
both 'timers_add(&a_set, &job.node, 5)' good
both 'timers_add(&a_set, &job, 5)' wrong
both 'timers_add(&a_heap, &job.node, 5)' wrong
both 'timers_init(&a_set, 0, room, 4)' good
both 'timers_init(&a_set, 0, slots, 4)' wrong
both 'over_a_macro_init(&another_set, 0, room, 4)' good
both 'timers_drain(&a_set, &inbox, 0)' good
both 'timers_drain(&a_heap, &inbox, 0)' wrong
both 'tw_post_arm(&inbox, &post, 5)' good
both 'tw_post_arm(&inbox, &job.node, 5)' wrong
both 'tw_post_arm(&a_set, &post, 5)' wrong
both 'TW_OF(&job.node, struct job, node)->key' good
both 'TW_OF(&post.node, struct tw_post, node)' good
both 'TW_OF(&job.node, struct job, key)->key' wrong
both 'TW_OF(&post.node, struct tw_post, next)' wrong

# A structure whose header was forgotten is named in each of at most three errors.
forgotten() { # COMMAND...
    checks=$((checks + 1))
    printf '#include "timers.h"\nTW_TIMERS_OF(timers, heap4)\n' >forgotten.c
    "$@" -I"$TW_SOURCE" -fsyntax-only forgotten.c 2>message && { echo "FAILED: $*: a forgotten header"; exit 1; }
    grep 'error:' message >errors
    grep -q heap4 errors && [ "$(wc -l <errors)" -le 3 ] || { echo "FAILED: $*"; cat message; exit 1; }
}
forgotten "$compiler" -std=c99
forgotten $cxx -x c++ -std=c++11
[ $checks -eq 148 ] || { echo "FAILED: $checks checks were made"; exit 1; }
echo "ok: $checks checks"
