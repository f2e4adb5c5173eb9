#!/bin/sh
# apply.sh TREE: puts timers over tw into the source tree TREE of libev 4.33. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the timers already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='libev 4.33'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put ev_tw.h ev_tw.h
    put ev_timers.h ev_timers.h
    # A timer holds a node, and a loop holds its set.
    edit ev.h 's/(\/\* invoked after a specific time, repeatable)/#include <tw\/node.h>\n$1/'
    edit ev.h 's/(ev_tstamp repeat; \/\* rw \*\/\n)(\} ev_timer;)/$1  struct tw_node node;\n$2/'
    edit ev_vars.h 's/VARx\(ANHE \*, timers\)\nVARx\(int, timermax\)\nVARx\(int, timercnt\)/VARx(struct ev_tw_timers, timers)/'
    edit ev.c 's/(\/\* Heap Entry \*\/\n)/#include "ev_tw.h"\n\n$1/'
    edit ev.c 's/ *array_free \(timer, EMPTY\);//'
    # The functions that keep the heap.
    edit ev.c 's/inline_size void\ntimers_reify \(EV_P\)\n\{.*?\n\}/static void timers_reify (EV_P);/s'
    edit ev.c 's/ecb_noinline ecb_cold\nstatic void\n(timers_reschedule \(EV_P_ ev_tstamp adjust\))\n\{.*?\n\}/static void $1;/s'
    edit ev.c 's/ecb_noinline\nvoid\nev_timer_start .*?(\nev_tstamp\nev_timer_remaining)/#include "ev_timers.h"\n$1/s'
    # How long the loop sleeps, what ev_verify() checks, and the walk.
    edit ev.c 's/if \(timercnt\)(\s*\{\s*ev_tstamp to = )ANHE_at \(timers \[HEAP0\]\)/$1ev_tw_next_at (&timers, mn_now)/'
    edit ev.c 's/assert \(timermax >= timercnt\);\n *verify_heap \(EV_A_ timers, timercnt\);/assert (!ev_tw_check (&timers.set));/'
    edit ev.c 's/(if \(types & \(EV_TIMER \| EV_STAT\)\)\s*)for [^\n]*/$1for (n = ev_tw_each (&timers.set, 0); n; n = after)/'
    edit ev.c 's/(; n; n = after\))/; n \&\& (after = ev_tw_each (\&timers.set, n), 1); n = after)/'
    edit ev.c 's/ANHE_w \(timers \[i\]\)/ev_tw_timer (n)/g'
    edit ev.c 's/(\nev_walk \(.*?\n\{\n)/$1  struct tw_node *n, *after;\n/s'
}

apply 's/^#define EV_VERSION_MAJOR \([0-9]*\)$/\1./p; s/^#define EV_VERSION_MINOR \([0-9]*\)$/\1/p' ev.h ev_tw.h
