# Sourced by run: Redis, whose list of time events integrations/redis replaces. Those of its tests that wait for time events:
# keys that expire, clients that are paused, timers and loops of modules, redis-benchmark; random calls of ours.
package=redis version=7.0.15 least=100 sets="rbtree hwheel bigwheel skiplist"

needs() { need tclsh; }

other_versions() {
    another src/version.h 's/7.0.15/7.0.16/' "is Redis 7.0.16; the edits are for Redis 7.0.15"
    another src/ae.h 's/timeEventHead/changed/' "src/ae.h differs from Redis 7.0.15"
}

build() { # FOLDER FLAGS
    find "$1/src" -maxdepth 1 -name '*.o' -delete # make does not know of our headers
    make -C "$1/src" -j "$(nproc)" MALLOC=libc OPTIMIZATION=-O0 REDIS_CFLAGS="$2" redis-server redis-cli redis-benchmark &&
        make -C "$1/tests/modules" timer.so eventloop.so &&
        cc -O1 -w -I"$1/src" $2 "$TW_SOURCE/integrations/redis/load.c" "$1/src/ae.c" "$1/src/monotonic.c" "$1/src/zmalloc.c" -o "$1/load"
}

# The sum of what runs stands in the name of a random test: other events, or at another time, are another test. Redis does
# not say in which order the events of a turn run.
suite() { # COPY [TEST...]
    copy=$1
    shift
    (
        cd "$copy"
        for part in unit/expire unit/pause unit/moduleapi/timer unit/moduleapi/eventloop integration/redis-benchmark; do
            timeout 900 ./runtest --clients 1 --single $part || :
        done | sed -n 's/\x1b\[[0-9;]*m//g; y/ /_/; s/^\[ok\]:_\(.*\)_([0-9]*_ms)$/ok \1/p; s/^\[err\]:_\(.*\)_in_tests.*/failed \1/p
            s/^\[\(skip\|ignore\)\]:_\(.*\)/skip \2/p'
        for seed in 1 2 3 4 5 6 7 8 9 10; do
            if ./load order $seed >said; then echo "ok order.$seed.$(sort said | cksum | tr ' ' .)"; else echo "failed order.$seed"; fi
        done
    ) | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
}

measure() { # TURNS
    sh "$TW_SOURCE/integrations/redis/figures.sh" stock ours "$1"
}
