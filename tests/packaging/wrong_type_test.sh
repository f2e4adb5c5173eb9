#!/bin/sh
# wrong_type_test.sh gcc|clang: what a typed face must not take does not compile, and the message names the user's line,
# as C and as C++. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need "$1"
[ "$1" = gcc ] && cxx=g++ || cxx=clang++
need $cxx
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

compiler=$1 checks=0
for file in good.c wrong.c; do printf '#include "faces.h"\n' >$file; done
both() { # EXPRESSION good|wrong: a line of a function of its own, for both languages
    checks=$((checks + 2))
    printf 'void user%d(void); void user%d(void) { (void)(%s); }\n' $checks $checks "$1" >>"$2.c"
}
compile() { # FILE COMMAND...
    file=$1
    shift
    "$@" -Wno-unused -I"$TW_SOURCE" -I"$TW_SOURCE/tests/packaging" -fsyntax-only "$file" 2>message
}
every() { # COMMAND...: compiles all that is good, and tells of each line that is wrong
    compile good.c "$@" || { echo "FAILED: $* refuses"; cat message; exit 1; }
    [ "$compiler" = gcc ] || set -- "$@" -ferror-limit=0
    if compile wrong.c "$@"; then echo "FAILED: $* takes wrong.c"; exit 1; fi
    for line in $(seq 2 "$(wc -l <wrong.c)"); do
        grep -q "^wrong\.c:$line:" message || { echo "FAILED: $* takes $(sed -n "${line}p" wrong.c)"; exit 1; }
    done
}

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

every "$compiler" -x c -std=c99 -Werror
every $cxx -x c++ -std=c++11 -w # no message but of errors

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
