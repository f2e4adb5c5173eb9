# Sourced by run: libev, whose heap of timers integrations/libev replaces. It comes without tests: ev_verify() looks at all after
# each call of ten random sequences of ours.
package=libev version=4.33 least=10 sets="hwheel bigwheel rbtree skiplist"

other_versions() {
    another ev.h 's/VERSION_MINOR 33/VERSION_MINOR 34/' "is libev 4.34; the edits are for libev 4.33"
    another ev_vars.h 's/timermax/changed/' "ev_vars.h differs from libev 4.33"
}

build() { # FOLDER FLAGS
    # shellcheck disable=SC2086 # words
    cc -O1 -g1 -w -DEV_STANDALONE=1 -DEV_USE_MONOTONIC=1 -DEV_USE_CLOCK_SYSCALL=0 -DEV_VERIFY=3 -DEV_WALK_ENABLE=1 -I"$1" $2 \
        "$TW_SOURCE/integrations/libev/load.c" -lm -o "$1/load"
}

# The sum of what fires stands in the name: other timers, or at another time, are another test. The order of timers that are
# due in one turn is not libev's promise.
suite() { # COPY [TEST...]
    copy=$1
    shift
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        if ./$copy/load order $seed >said; then echo "ok order.$seed.$(sort said | cksum | tr ' ' .)"; else echo "failed order.$seed"; fi
    done | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
}

measure() { # TURNS
    sh "$TW_SOURCE/integrations/libev/figures.sh" stock ours "$1"
}
