#!/bin/sh
# weak_test.sh KIND: post.h and delayqueue.h under the memory model of C11.
#     HEADER.passes    every program of HEADER_weak.cc passes, in all its runs, or in many random ones if it is large
#     HEADER.all_runs  the same, a large one in all its runs, too
#     HEADER.FAULT     with what weak_faults.list weakens, the program named there fails
#     orders           post.h names the same orders for the compiler's builtins and for C11, which is what Relacy runs
#     orders.differ    one of them weakened in a copy is seen
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
here=$TW_SOURCE/tests/weak header=${1%%.*} fault=${1#*.} flags="" program=""
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h .

edit() { edit_file "$header.h" "$1"; }

# FUNCTION order..., a line each, of the functions of post.h with the atomics that are called $1.
orders() {
    perl -ne '$f = $1 if /(tw__post_\w+)\(/; next unless /'"$1"'/; print "$f", (map { " " . lc } /'"$2"'(\w+)/g), "\n"' post.h
}

if [ "$header" = orders ]; then
    header=post
    [ "$fault" = orders ] || edit 's/(explicit\(at, p, memory_order_)acq_rel/$1acquire/'
    orders __atomic_ __ATOMIC_ >builtins
    orders _explicit memory_order_ >c11
    cat c11
    [ "$(grep -c . c11)" = 4 ] || { echo "FAILED: four functions of post.h are atomic" && exit 1; }
    if diff builtins c11; then differ=no; else differ=yes; fi
    [ "$fault" = orders ] && wanted=no || wanted=yes
    [ $differ = $wanted ] || { echo "FAILED: differ: $differ" && exit 1; }
    exit 0
fi

need g++
[ -e /usr/include/relacy/relacy.hpp ] || skip "no Relacy here"
# What several contexts touch by turns is watched.
case $header in
post) edit 's/struct tw_post \*next; /plain<struct tw_post *> next; /' ;;
delayqueue)
    edit 's/^    (tw_tick|size_t|bool) (until|followers|leads|closed);/    plain<$1> $2;/mg'
    header=rbtree && edit 's/^    size_t count;/    plain<size_t> count;/m' && header=delayqueue
    ;;
esac
case $fault in
passes) all="" ;;
all_runs) all=--all-runs ;;
*) fault weak/weak_faults.list "$1" ;;
esac
# shellcheck disable=SC2086
g++ -std=c++11 -O1 -Wall -Wextra -Werror $flags -I"$here" -I. "$here/${header}_weak.cc" -o weak
if [ -z "$program" ]; then
    # shellcheck disable=SC2086
    exec ./weak $all
fi
run_faulty ./weak "$program" >found 2>&1
tail -n 40 found
judge_faulty
grep -q "^$program fails" found || { echo "FAILED: $program ended in another way" && exit 1; }
echo "ok: $program sees it"
