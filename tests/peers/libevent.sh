# Sourced by run: libevent, whose minheap-internal.h integrations/libevent replaces, over heap4.h.
package=libevent version=2.1.12 least=1000 sets=heap4

other_versions() {
    another configure.ac 's/2.1.12-stable/2.1.13-stable/' "is libevent 2.1.13-stable; the edits are for libevent 2.1.12-stable"
    another event.c 's/min_heap_elt_is_top_/changed/' "event.c differs from libevent 2.1.12-stable"
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

measure() { # TURNS
    sh "$TW_SOURCE/integrations/libevent/figures.sh" stock ours "$1"
}
