# Sourced by run: libuv, whose src/timer.c integrations/libuv replaces, over a set in each loop.
package=libuv1 version=1.44.2 least=350 sets="hwheel bigwheel rbtree skiplist"

other_versions() {
    another include/uv/version.h 's/PATCH 2/PATCH 3/' "is libuv 1.44.3; the edits are for libuv 1.44.2"
    another src/uv-common.h 's/uv__loop_internal_fields_s/changed/' "src/uv-common.h differs from libuv 1.44.2"
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
    python3 "$TW_SOURCE/integrations/user_time.py" "$@" million_timers million_timers
}
