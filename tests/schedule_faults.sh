#!/bin/sh
# schedule_faults.sh HEADER FAULT: seeds one small fault into a copy of HEADER.h, delayqueue or post; the program of
# HEADER_test.c named for it must fail there. That it passes on the header as it is, HEADER_test says. Wants TW_SOURCE
# and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h .

header=$1
edit() { perl -0pi -e "$1" "$header.h"; }

case $header.$2 in
delayqueue.leader_sleeps_on_after_an_earlier_put) # sleeping without a signal: 90 s late for a task in 10 s
    program=s25_put_earlier
    edit 's/call = &q->lead;/(void)call;/'
    ;;
delayqueue.until_is_lowered_before_the_signal) # then a second producer relies on the first one's signal
    program=put_aside_at_the_signal
    edit 's/call = &q->lead;/q->until = due, call = &q->lead;/'
    ;;
delayqueue.put_into_empty_wakes_nobody)
    program=s25_put_into_empty
    edit 's/call = &q->queue;//'
    ;;
delayqueue.earlier_move_wakes_nobody)
    program=s25_move_head_earlier
    edit 's/if \(done && q->leads/if (done && !waiting && q->leads/'
    ;;
delayqueue.no_hand_over)
    program=s32_one_shot_takers
    edit 's/call = !q->leads && q->followers && [^\n]*;/call = false;/'
    ;;
delayqueue.no_hand_over_at_a_deadline) # who leaves without a node hands over too
    program=deadline_of_a_leader
    edit 's/call = !q->leads/call = got && !q->leads/'
    ;;
delayqueue.called_follower_leaves_without_a_word) # a signal and a deadline at once
    program=deadline_meets_hand_over
    edit 's/size_t got = 0;/size_t got = 0; bool led = false;/; s/if \(looked\)(\n\s+)(tw__dq_sleep\(q, in)/if (looked)$1led = !q->leads && ops->count(in) != 0, $2/; s/call = !q->leads/call = (got || led) && !q->leads/'
    ;;
delayqueue.leader_never_resigns)
    program=s25_put_earlier
    edit 's/q->leads = false;\n    \}/}/'
    ;;
delayqueue.close_signals_one) # FreeRTOS-Kernel#1469
    program=s27_close_wakes_all
    edit 's/TW_DQ_BROADCAST\(&q->queue\)/TW_DQ_SIGNAL(&q->queue)/'
    ;;
delayqueue.close_forgets_the_leader)
    program=s25_close
    edit 's/TW_DQ_SIGNAL\(&q->lead\);\n//'
    ;;
delayqueue.wake_up_is_trusted) # a spurious one hands out too early
    program=s33_two_spurious_wakeups
    edit 's/now = TW_DQ_CLOCK\(\);\n(\s+tw__timers_begin)/now = looked ? q->until : TW_DQ_CLOCK();\n$1/'
    ;;
delayqueue.sleeps_once) # "if" instead of "while"
    program=s33_two_spurious_wakeups
    edit 's/for \(looked = false;; looked = true\)/int turns = 0;\n    for (looked = false;; looked = true, turns++)/; s/q->closed \|\|/q->closed || turns > 1 ||/'
    ;;
delayqueue.passed_ones_starve_others) # never looks at the clock while something is due
    program=one_alone_puts_passed_ones
    edit 's/now = TW_DQ_CLOCK\(\);\n(\s+tw__timers_begin)/now = q->clock.due ? q->clock.now : TW_DQ_CLOCK();\n$1/'
    ;;
delayqueue.clock_goes_back) # a timing wheel cannot follow: nodes come late
    program=one_alone_whose_clock_steps_back
    edit 's/now < q->clock.now \? q->clock.now : now/now/'
    ;;
delayqueue.everybody_sleeps_until_the_head) # all wake for one node
    program=a_put_signals_once_or_never
    edit 's/if \(!q->leads && tw__timers_next/if (tw__timers_next/'
    ;;
delayqueue.every_put_wakes_somebody)
    program=a_put_signals_once_or_never
    edit 's/q->leads && due < q->until/q->leads/'
    ;;
delayqueue.move_arms_what_was_taken) # zephyr#54568
    program=s26_move_between_take_and_use
    edit 's/ && !\(waiting && tw_idle\(n\)\)//'
    ;;
delayqueue.closed_queue_takes_more)
    program=close_against_put
    edit 's/done = !q->closed && /done = /'
    ;;
delayqueue.destroyed_under_a_sleeper) # FreeRTOS-Kernel#1469
    program=s27_destroy_with_waiters_is_refused
    edit 's/tw__dq_leave\(q, q->leads \|\| q->followers\)/tw__dq_leave(q, false)/'
    ;;
delayqueue.hand_over_forgets_what_is_due) # several passed ones at once, and all takers asleep
    program=three_passed_ones_for_three_takers
    edit 's/(call = !q->leads && q->followers && )\(q->clock.due \|\| (ops->count\(in\))\);/$1$2;/'
    ;;
delayqueue.refused_put_signals)
    program=refused_beside_a_leader
    edit 's/if \(done && q->leads && due/if (q->leads && due/'
    ;;
delayqueue.closed_gives_nothing)
    program=one_alone_closes_with_due_ones
    edit 's/while \(got < max && \(out/while (!q->closed && got < max && (out/'
    ;;
delayqueue.drain_leaves_what_is_due)
    program=one_alone_drains_amid_a_batch
    edit 's/q->clock.until = q->clock.due;/q->clock.until = NULL;/'
    ;;
delayqueue.every_take_looks_at_the_clock)
    program=one_alone_counts_looks
    edit 's/(tw__dq_take.*?TW_DQ_LOCK\(&q->lock\);)/$1\n    (void)TW_DQ_CLOCK();/s'
    ;;
delayqueue.init_keeps_the_lock)
    program=one_alone_is_given_too_little
    edit 's/if \(lock\)\n\s+TW_DQ_MUTEX_DESTROY\(&q->lock\);//'
    ;;
delayqueue.init_keeps_the_condition)
    program=one_alone_is_given_too_little
    edit 's/if \(lead\)\n\s+TW_DQ_COND_DESTROY\(&q->lead\);//'
    ;;
delayqueue.cancel_looks_before_it_locks)
    program=s26_both_between_take_and_use
    edit 's/return (tw__dq_leave\(&q->dq, tw__timers_cancel[^;]*) != 0;/return !tw_idle(n) ? (void)$1, true : false;/'
    ;;
delayqueue.loop_is_not_told)
    program=loop_told_of_an_earlier_one
    edit 's/\*earliest = done && first;/*earliest = false;/'
    ;;
delayqueue.loop_is_not_told_of_the_first_one)
    program=loop_told_of_the_first_one
    edit 's/first = !tw__timers_next\(([^)]*)\) \|\|/first = tw__timers_next($1) \&\&/'
    ;;
delayqueue.loop_is_not_told_of_a_move)
    program=loop_told_of_a_move
    edit 's/\*earliest = done && first;/*earliest = done \&\& first \&\& !waiting;/'
    ;;
delayqueue.equal_one_comes_first)
    program=one_alone_asks_who_is_earliest
    edit 's/\(due < head && q->clock.now < head\)/(due <= head \&\& q->clock.now < head)/'
    ;;
delayqueue.passed_one_comes_before_what_is_due)
    program=one_alone_asks_who_is_earliest
    edit 's/\(due < head && q->clock.now < head\)/(due < head)/'
    ;;
delayqueue.moved_one_is_compared_with_itself)
    program=one_alone_asks_who_is_earliest
    edit 's/\(void\)tw__timers_cancel\(&q->clock, in, ops, n\);\n(\s+first)/$1/'
    ;;
delayqueue.refused_one_comes_first)
    program=s30_full_is_refused
    edit 's/\*earliest = done && first;/*earliest = first;/'
    ;;
delayqueue.peek_forgets_what_is_due)
    program=one_alone_asks_who_is_earliest
    edit 's/if \(ops->next\(in, &due\) && [^\n]*\n/if (ops->next(in, \&due))\n/'
    ;;
delayqueue.peek_forgets_the_batch)
    program=one_alone_whose_clock_steps_back
    edit 's/\(c->until \? c->limit : c->now\)/c->now/'
    ;;
delayqueue.peek_gives_the_first_of_a_walk)
    program=one_alone_over_other_structures
    edit 's/n->due != due;\)/n->due != due \&\& false;)/'
    ;;
delayqueue.delay_wraps)
    program=one_alone_puts_by_delays
    edit 's/return tw__later\(&due, delay\) && /due += delay;\n        return /; s/due \+= delay;\n/due += delay;                              \\\n/'
    ;;

post.sent_again_is_pushed_again) # a list with a circle in it
    program=armed_again_later
    edit 's/!= TW__POST_NONE\)\n\s+return false;/== ~(tw_post_word)0)\n        return false;/'
    ;;
post.second_request_is_dropped)
    program=armed_again_later
    edit 's/if \(tw__post_swap_wanted\(/if (p->wanted || tw__post_swap_wanted(/'
    ;;
post.pushed_without_compare)
    program=two_posts_of_two_senders
    edit 's/while \(!tw__post_push_head\(&q->head, &next, p\)\);/while (tw__post_swap_head(&q->head, p), 0);/'
    ;;
post.nobody_is_told)
    program=one_arm
    edit 's/return next == NULL;/return false;/'
    ;;
post.everybody_is_told)
    program=two_posts_of_one_sender
    edit 's/return next == NULL;/return true;/'
    ;;
post.inbox_is_read_then_emptied) # what comes between is lost
    program=two_posts_of_two_senders
    edit 's/p = tw__post_swap_head\(&q->head, NULL\);/p = q->head, tw__post_swap_head(&q->head, NULL);/'
    ;;
post.word_is_read_then_cleared) # as before
    program=armed_again_later
    edit 's/wanted = (tw__post_swap_wanted\(&p->wanted, TW__POST_NONE\);)/wanted = p->wanted;\n        (void)$1/'
    ;;
post.link_is_read_after_the_word_is_cleared)
    program=sent_again_while_drained
    edit 's/next = p->next; \/\*[^\n]*\n(\s+wanted = [^\n]*\n)/$1        next = p->next;\n/'
    ;;
post.last_comes_first)
    program=equal_ones_in_arrival_order
    edit 's/for \(p = (tw__post_swap_head\(&q->head, NULL\);).*?\n    \}\n/first = $1\n/s'
    ;;
post.cancel_is_dropped)
    program=cancel_of_an_armed_one
    edit 's/\(name##_cancel\(TW__CAST\(struct name \*, t\), n\), true\)/true/'
    ;;
*)
    echo "no fault $1 $2"
    exit 2
    ;;
esac

if cmp -s "$header.h" "$TW_SOURCE/$header.h"; then
    echo "FAILED: the fault was not applied; its pattern no longer fits the header"
    exit 1
fi
cc -std=c99 -O0 -U_FORTIFY_SOURCE -I. -I"$TW_SOURCE/tests" "$TW_SOURCE/tests/${header}_test.c" -o faulty
status=0
timeout 300 ./faulty $program >found 2>&1 || status=$?
case $status in
0)
    echo "FAILED: $program does not see the fault"
    exit 1
    ;;
124)
    echo "FAILED: $program hangs, instead of seeing the fault"
    exit 1
    ;;
esac
cat found
# Not only by another number of runs; and the choices that it prints lead there again.
choices=$(sed -n 's/.*to see it again: [a-z0-9_]* //p' found)
if [ -z "$choices" ] || ./faulty $program "$choices" >again 2>&1; then
    echo "FAILED: no run that fails, or it passes when run again"
    exit 1
fi
echo "ok: $program sees the fault"
