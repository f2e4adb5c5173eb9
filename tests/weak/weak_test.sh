#!/bin/sh
# weak_test.sh KIND: post.h, delayqueue.h and shards.h under the memory model of C11. ../faults/weak.list has what must fail.
#     HEADER.passes    every program of HEADER_weak.cc passes, in all its runs, or in many random ones if it is large
#     HEADER.all_runs  the same, a large one in all its runs, too
#     orders           post.h names the same orders for the compiler's builtins and for C11, which is what Relacy runs
#     orders.differ    one of them weakened in a copy is seen
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty

case $1 in
orders | orders.differ)
    [ "$1" = orders ] || seed weak post.inbox_is_taken_without_release faulty
    for prefix in __ATOMIC_ memory_order_; do
        python3 -B "$TW_SOURCE/tests/weak/orders.py" faulty/post.h $prefix >"by_$prefix"
    done
    cat by_memory_order_
    [ "$(grep -c . by_memory_order_)" = 4 ] || fail "four functions of post.h are atomic"
    if diff by___ATOMIC_ by_memory_order_; then is=orders; else is=orders.differ; fi
    [ $is = "$1" ] || fail "this is $is"
    exit 0
    ;;
*.all_runs) option=--all-runs ;;
*) option= ;;
esac
# shellcheck source=/dev/null disable=SC2154
. "$lists/kinds/weak.sh"
build_weak "${1%%.*}"
exec ./weak $option
