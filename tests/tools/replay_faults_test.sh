#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_faults_test.sh FAULT - the model is no structure's twin, and wake-ups are checked: replay, built with a fault in a
# header, says which structure is wrong, and where, and reports nothing. Wants TW_SOURCE and TW_WORK.
set -u
. "$(dirname "$0")/../skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1

fail() {
    echo "replay_faults_test: $*" >&2
    exit 1
}

header=heap4.h
case $1 in
wrong_order)
    edit='s/(set_number\(&x, )h->armings\+\+\);/${1}1000 - h->armings++);/'
    message='heap4 differs from the model at operation 3: fires timer 2, the model timer 1'
    ;;
wrong_next)
    edit='s/(\*due = h->cell\[TW__HEAP4_ROOT\]\.due);/$1 + 1;/'
    message='heap4 differs from the model at operation 1: next() gives 6, the model 5'
    ;;
lost_cancel)
    edit='s/(h->cell\[i\]\.node == n);/$1 && n->due != 9;/'
    message='heap4 differs from the model at operation 4: cancels nothing, the model timer 1'
    ;;
early)
    header=node.h
    edit='s/(tw_coalesce\(tw_tick earliest, tw_tick latest\) \{\n)/$1    earliest--;\n/'
    message='with a slack of 2, a timer of heap4 fires early'
    ;;
late)
    header=node.h
    edit='s/(tw_coalesce\(tw_tick earliest, tw_tick latest\) \{\n)/$1    latest++;\n/'
    message='with a slack of 2, a timer of heap4 fires 3 ticks late'
    ;;
*)
    fail "no fault $1"
    ;;
esac

cp "$TW_SOURCE"/*.h "$TW_SOURCE"/tools/replay/*.[ch] .
printf '%s\n' '0 arm 1 5' '1 arm 2 5' '6 arm 1 9' '7 cancel 1' '8 cancel 1' >fault.trace
cc -std=c99 -I. -o sound ./*.c || fail "replay cannot be compiled"
./sound --repeat 1 --slack 2 fault.trace >out 2>err || fail "status $?: $(cat err)"
[ ! -s err ] || fail "says $(cat err)"

perl -0pi -e "$edit" $header
cc -std=c99 -I. -o faulty ./*.c || fail "the faulty one cannot be compiled"
./faulty --repeat 1 --slack 2 --json found --html page fault.trace >out 2>err
[ $? -eq 1 ] || fail "the fault goes unseen"
[ ! -s out ] && [ ! -e found ] && [ ! -e page ] || fail "reports in spite of the fault"
grep -qxF "fault.trace: $message" err || fail "says $(cat err)"
echo "$1 ok"
