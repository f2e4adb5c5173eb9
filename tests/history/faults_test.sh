#!/bin/sh
# faults_test.sh FAULT: seeds one small fault into a copy of the headers; the scenario named for it, of scenarios.c or of
# the program named with it, must fail there, and pass on the untouched copy. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/sound" "$TW_WORK/faulty" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h sound && cp "$TW_SOURCE"/*.h faulty

# edit FILE PERL-SUBSTITUTION, over the whole file
edit() { perl -0pi -e "$2" "faulty/$1"; }

program=contract/scenarios

case $1 in
remove_never_sifts_up) # what libevent, libuv, goim, Go and node shipped
    scenario=s01_heap_remove_from_the_middle_sifts_up_too
    flags=-DTW_TICK_BITS=32 # in fewer shapes than with 64
    edit heap4.h 's/sift\(h, i, &h->cell\[last\]\);/{ const size_t top = h->count; (void)top; tw__heap4_put(h, i, h->cell[last]); for (;;) { size_t c = tw__heap4_first(i), b = i, k; for (k = c; k < c + 4 && k < last; k++) if (tw__heap4_by_due(&h->cell[k], &h->cell[b])) b = k; if (b == i) break; { struct tw_heap4_cell x = h->cell[i]; tw__heap4_put(h, i, h->cell[b]); tw__heap4_put(h, b, x); } i = b; } }/'
    ;;
due_list_walked_by_saved_next) # zephyr#8669, LVGL, dpvs#756
    scenario=s09_a_due_node_acts_on_any_other
    edit timers.h 's/n = c->due->u\.list\.next;\n(\s+)tw__due_remove\(c, n\);/static struct tw_node *saved; n = saved ? saved : c->due->u.list.next;\n$1saved = n == c->until ? NULL : n->u.list.next;\n$1tw__due_remove(c, n);/'
    ;;
ties_broken_backwards)
    scenario=s03_equal_deadlines_fire_in_arming_order
    edit heap4.h 's/tw__heap4_set_number\(&x, h->armings\+\+\);/tw__heap4_set_number(&x, (tw_heap4_number)(1000000 - h->armings++));/'
    ;;
passed_enters_the_structure) # libuv#4245, redis 67b70a181
    scenario=s08_arming_again_for_now_or_earlier_waits_for_the_next_call
    edit timers.h 's/const bool ahead = tw_before\(c->now, due\);/const bool ahead = !tw_before(due, c->now);/'
    ;;
wait_rounded_down) # redis#8764, asyncio#106, mio#1614
    scenario=s21_sleep_is_rounded_up_and_saturates
    edit timers.h 's/\(ms - 1\) \/ ticks_per_ms \+ 1/ms \/ ticks_per_ms/'
    ;;
placed_by_difference) # what tutorials print of skynet's wheel
    scenario=s15_distances_around_every_power_from_every_kind_of_tick
    edit hwheel.h 's/\(due \^ position\)/(due - position)/'
    ;;
cascade_loses_order) # a slot emptied from its end
    scenario=s10_all_of_a_slot_fire
    edit hwheel.h 's/\*last = w->slot\[slot\], \*n = last->u\.list\.next, \*next;/*n = w->slot[slot], *next;/; s/for \(last->u\.list\.next = NULL; n; n = next\) \{\n(\s+)next = n->u\.list\.next;/for (; n; n = next) {\n$1next = n->u.list.prev;/'
    ;;
lone_timer_fires_when_its_block_begins) # Kafka, goim: up to one tick of the upper wheel early
    scenario=s15_distances_around_every_power_from_every_kind_of_tick
    edit hwheel.h 's/if \(alone && !tw_before\(now, n->due\)\)/if (alone)/'
    ;;
earliest_is_not_forgotten) # timeout.c bafeec9
    scenario=s17_next_is_exact_after_every_operation
    edit hwheel.h 's/if \(w->first == n\)\n\s+w->first = NULL;//'
    ;;
ring_searched_from_slot_zero) # a last level that wraps with the tick, FreeRTOS 57cc3389a
    scenario=s16_after_years_and_over_every_wrap
    flags=-DTW_TICK_BITS=16
    edit hwheel.h 's/if \(TW__HWHEEL_RING && /if (0 \&\& /'
    ;;
slot_without_rounds) # a wheel that fires its whole slot: every scheme that loses the round in a jump
    scenario=s17_next_is_exact_after_every_operation
    edit wheel.h 's/if \(ahead == 0\)\n(\s+)return n;/if (ahead % w->slots == 0)\n$1return n;/'
    ;;
passed_over_twice) # zephyr's and netty's wheels touch the timers of all rounds again and again
    program=structures/wheel
    scenario=wheel_costs_are_what_the_manual_says
    edit wheel.h 's/(w->passed = n;\n    \})/$1\n    w->passed = NULL;/; s/(if \(ahead == 0\))\n(\s+)return n;/$1 {\n$2w->passed = NULL;\n$2return n;\n}/'
    ;;
equals_go_before_equals) # a multiset that inserts at its lower bound
    scenario=s03_equal_deadlines_fire_in_arming_order
    edit rbtree.h 's/side = !tw__rbtree_less\(n, x, before\)/side = tw__rbtree_less(x, n, before)/; s/if \(!tw__rbtree_less\(n, p, before\)\)/if (tw__rbtree_less(p, n, before))/; s/side = 0, tw__rbtree_less\(n, p, before\)/side = 0, !tw__rbtree_less(p, n, before)/'
    ;;
removal_forgets_a_case) # only the outer child of the sibling is looked at
    program=structures/rbtree
    scenario=rbtree_queue_by_tick_removes_from_every_position
    edit rbtree.h 's/\} else if \(tw__rbtree_red\(a\)\) \{/} else if (0) {/'
    ;;
first_is_not_kept) # a cached end that still names what left
    scenario=s17_next_is_exact_after_every_operation
    edit rbtree.h 's/if \(t->end\[0\] == n\)/if (0)/'
    ;;
key_beside_a_link_goes_stale) # a copy of a key that removal does not pass on
    scenario=s17_next_is_exact_after_every_operation
    edit skiplist.h 's/ *x->prev->next_due = x->next_due;\n//'
    ;;
towers_leak) # tornado#408, netty 3d81afb8a5
    program=structures/skiplist
    scenario=skiplist_with_its_array_used_up_keeps_all
    edit skiplist.h 's/s->free\[i\] = lowest;/(void)lowest;/'
    ;;
descends_before_its_equals) # FIFO in the base, but not in the lanes above it
    scenario=s17_next_is_exact_after_every_operation
    edit skiplist.h 's/!before\(n->due, n, e->next_due, right->node\)/before(e->next_due, right->node, n->due, n)/'
    ;;
clock_without_the_structure) # a budget of zero that moves the set's clock alone
    scenario=a_clock_moved_by_budgets_of_zero_alone_is_followed
    flags=-DTW_TICK_BITS=16
    edit timers.h 's/if \(max == 0\)\n\s+tw__timers_follow\(c, in, ops\);//'
    ;;
passed_beyond_half_the_range) # serial numbers compared where a leftover makes the range larger
    scenario=the_farthest_deadline_waits_behind_a_leftover
    flags=-DTW_TICK_BITS=16
    edit hwheel.h 's/3 \* TW__QUARTER/2 * TW__QUARTER/'
    ;;
refused_after_it_was_unlinked) # tezc/sc, heaps that change before they know that they can
    scenario=a_refused_add_changes_nothing_beside_due_ones_and_leftovers
    edit timers.h 's/(    if \(ahead && n->home <= TW__DUE && ops->full\(in\)\)\n\s+return false;\n)(    if \(!TW__SPEED \|\| n->home != TW__IDLE\)\n[^\n]+\n)/$2$1/'
    ;;
init_trusts_its_memory) # a set on the stack whose first advance() is refused
    scenario=init_over_any_memory_gives_an_empty_set
    edit timers.h 's/    c->batch = TW__BATCH_NONE;\n\}/}/'
    ;;
remaining_below_zero) # an unsigned difference of what is late
    scenario=nothing_remains_of_the_time_of_a_leftover
    edit timers.h 's/n->home > TW__DUE && tw_before\(c->now, n->due\) \?/n->home > TW__DUE ?/'
    ;;
wait_of_half_milliseconds_rounded_down)
    scenario=wait_at_two_ticks_a_ms_is_rounded_up_over_the_wrap
    edit timers.h 's/ms = \(ms - 1\) \/ ticks_per_ms \+ 1/ms = (ms + ticks_per_ms \/ 2 - 1) \/ ticks_per_ms/'
    ;;
numbers_compared_as_they_are) # FIFO that ends when a counter wraps
    program=structures/heap4
    scenario=heap4_arming_numbers_keep_order_at_the_ends_of_their_range
    edit heap4.h 's/return \(tw__heap4_number\(a\) - tw__heap4_number\(b\)\) >> [^;]+;/return tw__heap4_number(a) < tw__heap4_number(b);/'
    ;;
position_behind_the_end_is_looked_at)
    program=structures/heap4
    scenario=heap4_refuses_a_node_that_left_it_for_the_same_place_of_another
    edit heap4.h 's/TW__HEAP4_ROOT < h->count &&/TW__HEAP4_ROOT <= h->count &&/'
    ;;
lone_timer_cascades) # every level of the way down for one timer
    program=structures/hwheel
    scenario=hwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade
    edit hwheel.h 's/alone = !shift \|\| [^;]+;/alone = !shift;/'
    ;;
position_goes_back)
    program=structures/hwheel
    scenario=hwheel_position_never_goes_back_while_nodes_wait
    edit hwheel.h 's/if \(tw_before\(w->position, now\) \|\| w->count == 0\)\n\s+w->position = now;/w->position = now;/'
    ;;
part_of_a_slot_taken_for_all) # several lists for one slot, and one of them asked
    program=structures/bigwheel
    scenario=bigwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump
    edit bigwheel.h 's/return \(bits & \(bits - 1\)\) == 0 &&/return/'
    ;;
all_of_a_block_moves_at_once) # what a tick costs when a wheel of levels enters a block
    program=structures/bigwheel
    scenario=bigwheel_of_two_hundred_thousand_fires_in_order
    edit bigwheel.h 's/tw__bigwheel_move_ahead\(w, w->count \/ 2048 \+ TW__BIGWHEEL_SUBS\);//'
    ;;
position_left_behind) # a bound that nobody moved for more than half the range
    program=structures/wheel
    scenario=wheel_left_alone_for_long_is_exact_all_the_same
    flags=-DTW_TICK_BITS=16
    edit wheel.h 's/if \(TW_TICK_BITS != 64 && w->count\)\n\s+tw__wheel_settle\(w\);//g'
    ;;
*)
    echo "no fault $1"
    exit 2
    ;;
esac

if diff -r sound faulty >/dev/null; then
    echo "FAILED: the fault was not applied; its pattern no longer fits the header"
    exit 1
fi
for copy in sound faulty; do
    cc -std=c99 ${flags:-} -I$copy "$TW_SOURCE/tests/$program.c" -o $copy/program
done
sound/program $scenario || { echo "FAILED: $scenario fails without the fault"; exit 1; }
run_faulty faulty/program $scenario
judge_faulty
echo "ok: $scenario sees the fault"
