#!/bin/sh
# apply.sh TREE: puts timers over tw into the source tree TREE of libevent 2.1.12-stable. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the timers already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='libevent 2.1.12-stable'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put minheap-internal.h minheap-internal.h
    # An event holds a node beside the index in the heap, which is not used any more.
    edit include/event2/event_struct.h 's/(struct event_callback \{)/#include <tw\/node.h>\n$1/'
    edit include/event2/event_struct.h 's/(\} ev_timeout_pos;)/$1\n\tstruct tw_node ev_node;/'
    # Whether an event is the first is asked of the heap, and the heap is walked. Where libevent asserts the order of its
    # array, check() looks instead.
    edit event.c 's/min_heap_elt_is_top_\(ev\)/min_heap_top_(&base->timeheap) == ev/'
    edit event.c \
        's/for \(u = 0; u < base->timeheap\.n;.*?p\[u\];/for (ev = 0; (ev = min_heap_each_(&base->timeheap, ev)); ) {/sg'
    edit event.c \
        's/for \(i = 1; i < [^\n]*timeheap\.n;.*?\n\t\}/EVUTIL_ASSERT(min_heap_check_(&base->timeheap) == NULL);/s'
    edit test/regress_minheap.c 's/ev->ev_timeout_pos\.min_heap_idx = -1;/min_heap_elem_init_(ev);/'
    edit test/regress_minheap.c 's/(\ncheck_heap\([^\n]*\n\{).*?\n\}/$1 tt_want(min_heap_check_(heap) == NULL); }/s'
}

apply 's/^AC_INIT(libevent,\(.*\))$/\1/p' configure.ac minheap-internal.h
