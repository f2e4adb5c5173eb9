# Sourced by run: libevent, whose minheap-internal.h is replaced by libevent_minheap.h, over heap4.h.
package=libevent version=2.1.12 least=1000 structure=heap4

edits() {
    cp "$here/libevent_minheap.h" "$1/minheap-internal.h"
    # an event holds a node beside the index in the heap, which is not used any more
    edit_file "$1/include/event2/event_struct.h" 's/(struct event_callback \{)/#include <tw\/node.h>\n$1/'
    edit_file "$1/include/event2/event_struct.h" 's/(\} ev_timeout_pos;)/$1\n\tstruct tw_node ev_node;/'
    # whether an event is the first is asked of the heap; the heap is walked; and where libevent asserts the order of
    # its array, check() looks instead
    edit_file "$1/event.c" 's/min_heap_elt_is_top_\(ev\)/min_heap_top_(&base->timeheap) == ev/'
    edit_file "$1/event.c" \
        's/for \(u = 0; u < base->timeheap\.n;.*?p\[u\];/for (ev = 0; (ev = min_heap_each_(&base->timeheap, ev)); ) {/sg'
    edit_file "$1/event.c" \
        's/for \(i = 1; i < [^\n]*timeheap\.n;.*?\n\t\}/EVUTIL_ASSERT(min_heap_check_(&base->timeheap) == NULL);/s'
    edit_file "$1/test/regress_minheap.c" 's/ev->ev_timeout_pos\.min_heap_idx = -1;/min_heap_elem_init_(ev);/'
    edit_file "$1/test/regress_minheap.c" \
        's/(\ncheck_heap\([^\n]*\n\{).*?\n\}/$1 tt_want(min_heap_check_(heap) == NULL); }/s'
}

build() { # FOLDER FLAGS
    cmake -S "$1" -B "$1/build" -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_SAMPLES=ON \
        -DEVENT__DISABLE_BENCHMARK=ON -DCMAKE_C_FLAGS="-O2 -g1 $2" &&
        cmake --build "$1/build" -j "$(nproc)" --target regress
}

# Each test of regress in a process of its own, with each way to wait; WAY:TEST names it.
suite() { # COPY [TEST...]
    regress=$1/build/bin/regress
    shift
    if [ $# -eq 0 ]; then
        for way in epoll timerfd poll select; do
            ./$regress --list-tests | awk -v way=$way '/\// { print way ":" $1 }'
        done
    else
        printf '%s\n' "$@"
    fi | xargs -n 1 -P $((4 * $(nproc))) sh "$here/libevent_one.sh" "./$regress"
}
