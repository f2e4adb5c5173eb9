# Sourced by run: libuv, whose src/timer.c is replaced by libuv_timer.c, over a set in each loop.
package=libuv1 version=1.44.2 least=350 structure=${set_name:-hwheel}

edits() {
    cp "$here/libuv_timer.c" "$1/src/timer.c"
    # a timer handle holds a node in place of the heap's links, the deadline and the arming number, and is as large
    edit_file "$1/include/uv/unix.h" 's/(#define UV_TIMER_PRIVATE_FIELDS)/#include <tw\/node.h>\n$1/'
    edit_file "$1/include/uv/unix.h" 's/(UV_TIMER_PRIVATE_FIELDS.*?)void\* heap_node\[3\]; /$1struct tw_node node;/s'
    edit_file "$1/include/uv/unix.h" 's/(UV_TIMER_PRIVATE_FIELDS.*?)\n  uint64_t timeout;[^\n]*/$1/s'
    edit_file "$1/include/uv/unix.h" 's/(UV_TIMER_PRIVATE_FIELDS.*?uint64_t repeat;)[^\n]*\n  uint64_t start_id;/$1/s'
    # a loop holds its set among the fields that it allocates, zeroed
    edit_file "$1/src/uv-common.h" \
        's/(struct uv__loop_internal_fields_s \{)/#include "libuv_set.h"\n$1\n  struct uv__timers timers;/'
}

build() { # FOLDER FLAGS
    cmake -S "$1" -B "$1/build" -DBUILD_TESTING=ON -DCMAKE_C_FLAGS="-O2 -g1 $2" &&
        cmake --build "$1/build" -j "$(nproc)" --target uv_run_tests_a uv_run_benchmarks_a
}

# The tests keep to folders and ports of their own, so that no two runs go side by side.
suite() { # COPY [TEST...]
    copy=$1
    shift
    (
        cd "$copy"
        export UV_RUN_AS_ROOT=1
        if [ $# -eq 0 ]; then build/uv_run_tests_a; fi
        for test in "$@"; do build/uv_run_tests_a "$test"; done
    ) 2>&1 | sed -n 's/^ok [0-9]* - \([a-z_0-9]*\) # SKIP.*/skip \1/p; s/^ok [0-9]* - \([a-z_0-9]*\)$/ok \1/p
        s/^not ok [0-9]* - \([a-z_0-9]*\).*/failed \1/p'
}

measure() { # TURNS
    for copy in stock ours; do set -- "$@" "$copy/build/uv_run_benchmarks_a"; done
    python3 "$here/user_time.py" "$@"
}
