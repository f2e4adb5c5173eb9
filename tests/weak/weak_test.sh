#!/bin/sh
# weak_test.sh KIND: post.h, delayqueue.h and shards.h under the memory model of C11. ../faults/weak.list has what must fail.
#     HEADER.passes    every program of HEADER_weak.cc passes, in all its runs, or in many random ones if it is large
#     HEADER.all_runs  the same, a large one in all its runs, too
#     orders           post.h and shards.h name the same orders for the compiler's builtins and for C11, which is what
#                      Relacy runs
#     orders.differ    one of post.h weakened in a copy is seen, and so is one of shards.h
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty

case $1 in
orders | orders.differ)
    for header in post:4 shards:2; do
        copy faulty
        case $1.$header in
        orders.differ.post:4) seed weak post.inbox_is_taken_without_release faulty ;;
        orders.differ.shards:2) seed weak shards.set_is_taken_without_acquire faulty ;;
        esac
        for prefix in __ATOMIC_ memory_order_; do
            python3 -B "$TW_SOURCE/tests/weak/orders.py" "faulty/${header%:*}.h" $prefix >"by_$prefix"
        done
        cat by_memory_order_
        [ "$(grep -c . by_memory_order_)" = "${header#*:}" ] || fail "not ${header#*:} functions of ${header%:*}.h are atomic"
        if diff by___ATOMIC_ by_memory_order_; then is=orders; else is=orders.differ; fi
        [ $is = "$1" ] || fail "this is $is: ${header%:*}.h"
    done
    exit 0
    ;;
*.all_runs) option=--all-runs ;;
*) option= ;;
esac
# shellcheck source=/dev/null disable=SC2154
. "$lists/kinds/weak.sh"
build_weak "${1%%.*}"
exec ./weak $option
