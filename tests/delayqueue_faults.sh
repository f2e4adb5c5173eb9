#!/bin/sh
# delayqueue_faults.sh FAULT: seeds one small fault into a copy of delayqueue.h; the program named for it must fail
# there. That it passes on the header as it is, delayqueue_test says. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h .

edit() { perl -0pi -e "$1" delayqueue.h; }

case $1 in
leader_sleeps_on_after_an_earlier_put) # sleeping without a signal: 90 s late for a task in 10 s
    program=s25_put_earlier
    edit 's/call = &q->lead;//'
    ;;
put_into_empty_wakes_nobody)
    program=s25_put_into_empty
    edit 's/call = &q->queue;//'
    ;;
earlier_move_wakes_nobody)
    program=s25_move_head_earlier
    edit 's/if \(done && q->leads/if (done && !waiting && q->leads/'
    ;;
no_hand_over)
    program=s32_one_shot_takers
    edit 's/call = !q->leads && q->followers && !tw__dq_empty\(q, in, ops\);/call = false;/'
    ;;
no_hand_over_at_a_deadline) # who leaves without a node hands over too
    program=deadline_of_a_leader
    edit 's/call = !q->leads/call = got && !q->leads/'
    ;;
called_follower_leaves_without_a_word) # a signal and a deadline at once
    program=deadline_meets_hand_over
    edit 's/size_t got = 0;/size_t got = 0; bool led = false;/; s/(\n\s+)(tw__dq_sleep\(q, in)/$1led = !q->leads && !tw__dq_empty(q, in, ops);$1$2/; s/call = !q->leads/call = (got || led) && !q->leads/'
    ;;
leader_never_resigns)
    program=s25_put_earlier
    edit 's/q->leads = false;\n    \}/}/'
    ;;
close_signals_one) # FreeRTOS-Kernel#1469
    program=s27_close_wakes_all
    edit 's/TW_DQ_BROADCAST\(&q->queue\)/TW_DQ_SIGNAL(&q->queue)/'
    ;;
close_forgets_the_leader)
    program=s25_close
    edit 's/TW_DQ_SIGNAL\(&q->lead\);\n//'
    ;;
wake_up_is_trusted) # a spurious one hands out too early
    program=s33_two_spurious_wakeups
    edit 's/for \(;;\) \{\n\s+const tw_tick now = TW_DQ_CLOCK\(\);/for (tw_tick now = TW_DQ_CLOCK();; now = q->until) {/'
    ;;
sleeps_once) # "if" instead of "while"
    program=s33_two_spurious_wakeups
    edit 's/\n    for \(;;\) \{\n(.*?)q->closed \|\|/\n    for (int slept = 0;; slept++) {\n$1q->closed || slept ||/s'
    ;;
everybody_sleeps_until_the_head) # all wake for one node
    program=a_put_signals_once_or_never
    edit 's/if \(!q->leads && tw__timers_next/if (tw__timers_next/'
    ;;
every_put_wakes_somebody)
    program=a_put_signals_once_or_never
    edit 's/q->leads && due < q->until/q->leads/'
    ;;
move_arms_what_was_taken) # zephyr#54568
    program=s26_move_between_take_and_use
    edit 's/ && !\(waiting && tw_idle\(n\)\)//'
    ;;
closed_queue_takes_more)
    program=close_against_put
    edit 's/done = !q->closed && /done = /'
    ;;
destroyed_under_a_sleeper) # FreeRTOS-Kernel#1469
    program=s27_destroy_with_waiters_is_refused
    edit 's/asleep = q->leads \|\| q->followers/asleep = false/'
    ;;
cancel_looks_before_it_locks)
    program=s26_both_between_take_and_use
    edit 's/(tw__dq_cancel.*?)TW_DQ_LOCK\(&q->lock\);\n    done(.*?)TW_DQ_UNLOCK\(&q->lock\);/$1done = !tw_idle(n);\n    TW_DQ_LOCK(&q->lock);\n    tw__timers_cancel(&q->clock, in, ops, n);\n    TW_DQ_UNLOCK(&q->lock);/s'
    ;;
*)
    echo "no fault $1"
    exit 2
    ;;
esac

if cmp -s delayqueue.h "$TW_SOURCE/delayqueue.h"; then
    echo "FAILED: the fault was not applied; its pattern no longer fits the header"
    exit 1
fi
cc -std=c99 -O0 -U_FORTIFY_SOURCE -I. -I"$TW_SOURCE/tests" "$TW_SOURCE/tests/delayqueue_test.c" -o faulty
if timeout 60 ./faulty $program >found 2>&1; then
    echo "FAILED: $program does not see the fault"
    exit 1
fi
cat found
# Not only by another number of runs; and the choices that it prints lead there again.
choices=$(sed -n 's/.*to see it again: [a-z0-9_]* //p' found)
if [ -z "$choices" ] || ./faulty $program "$choices" >again 2>&1; then
    echo "FAILED: no run that fails, or it passes when run again"
    exit 1
fi
echo "ok: $program sees the fault"
