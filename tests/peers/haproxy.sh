# Sourced by run: HAProxy, whose wait queue of tasks integrations/haproxy replaces. Its own tests, by the varnishtest of Debian's
# varnish, and ten random sequences of ours.
package=haproxy version=2.6.12 least=100 sets=rbtree bits=32

needs() { need varnishtest; }

other_versions() {
    another VERSION 's/2.6.12/2.6.13/' "is HAProxy 2.6.13; the edits are for HAProxy 2.6.12"
    another include/haproxy/task-t.h 's/struct eb32_node wq/changed/' "task-t.h differs from HAProxy 2.6.12"
}

build() { # FOLDER FLAGS
    # shellcheck disable=SC2086 # words
    cc -O1 -w -D_GNU_SOURCE -DUSE_EPOLL -I"$1/include" $2 "$TW_SOURCE/integrations/haproxy/load.c" "$1/src/task.c" "$1/src/ebtree.c" \
        "$1/src/eb32tree.c" "$1/src/eb32sctree.c" -o "$1/load" || return
    find "$1/src" -name '*.o' -delete # make does not know of our headers
    make -C "$1" -j "$(nproc)" TARGET=linux-glibc CPU_CFLAGS=-O0 DEBUG_CFLAGS=-g1 DEFINE="$2" haproxy
}

# HAProxy's own tests: all, or these. Their sockets want a short path.
own() { # [TEST...]
    logs=$(mktemp -d)
    TMPDIR=$logs VTEST_PROGRAM=varnishtest ./scripts/run-regtests.sh --v --vtestparams "-t 60" "$@" 2>&1 |
        sed -n 's/.* TEST \(.*\) passed .*/ok \1/p; s/.* TEST \(.*\) FAILED .*/failed \1/p
            s/.* TEST \(.*\) skipped.*/skip \1/p; s/.* Skip \(reg-tests[^ ]*\) .*/skip \1/p'
    rm -rf "$logs"
}

# The sum of what expires, and of each next deadline, stands in the name of a random test: another one is another test.
suite() { # COPY [TEST...]
    copy=$1
    shift
    (
        cd "$copy"
        chosen=$(printf '%s\n' "$@" | grep '^reg-tests' || :)
        # shellcheck disable=SC2086 # words
        if [ $# -eq 0 ]; then own; elif [ -n "$chosen" ]; then own $chosen; fi
        for seed in 1 2 3 4 5 6 7 8 9 10; do
            if ./load order $seed >said; then echo "ok order.$seed.$(cksum <said | tr ' ' .)"; else echo "failed order.$seed"; fi
        done
    ) | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
}

measure() { # TURNS
    sh "$TW_SOURCE/integrations/haproxy/figures.sh" stock ours "$1"
    python3 "$TW_SOURCE/integrations/requests.py" haproxy stock/haproxy ours/haproxy
}
