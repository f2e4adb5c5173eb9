# Sourced by run: lwIP, whose list of timeouts integrations/lwip replaces. Its unit tests, and random calls of ours.
package=lwip version=2.1.3+dfsg1 least=100 sets="sortedlist rbtree" bits=32

needs() {
    printf '#include <check.h>\n' | cc -E - >/dev/null 2>&1 || skip "no check.h here"
}

other_versions() {
    another src/include/lwip/init.h 's/VERSION_REVISION  *3/VERSION_REVISION 4/' "is lwIP 2.1.4; the edits are for lwIP 2.1.3"
    another src/include/lwip/timeouts.h 's/struct sys_timeo {/changed/' "timeouts.h differs from lwIP 2.1.3"
}

build() { # FOLDER FLAGS
    (
        cd "$1"
        ours=$TW_SOURCE/integrations/lwip
        stack=$(echo src/core/*.c src/core/ipv4/*.c src/core/ipv6/*.c src/netif/ethernet.c)
        # shellcheck disable=SC2046,SC2086 # words
        cc -O1 -w $2 -I"$ours/load" -I"$ours/tests" -Isrc/include "$ours/load/load.c" src/core/timeouts.c src/core/mem.c \
            src/core/memp.c -o load &&
            cc -O1 -w $2 -I"$ours/tests" -Isrc/include -Itest/unit $stack src/api/*.c src/apps/mdns/*.c src/apps/mqtt/*.c \
                $(find test/unit -name '*.c') -o unit $(pkg-config --libs check)
    )
}

# The sum of what runs stands in the name of a random test: other timeouts, or another order, are another test. With a fault
# they may not end, so that they run only if they are chosen.
suite() { # COPY [TEST...]
    copy=$1
    shift
    (
        cd "$copy"
        ./unit >/dev/null || :
        sed -n 's/.*<test result="success">.*/ok/p; s/.*<test result=.*/failed/p; s/.*<id>\(.*\)<.id>.*/\1/p' lwip_unittests.xml |
            paste -d ' ' - -
        case " $* " in '  ' | *' order.'*) ;; *) exit ;; esac
        for seed in 1 2 3 4 5 6 7 8 9 10; do
            if ./load order $seed >said; then echo "ok order.$seed.$(cksum <said | tr ' ' .)"; else echo "failed order.$seed"; fi
        done
    ) | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
}

measure() { # TURNS
    sh "$TW_SOURCE/integrations/lwip/figures.sh" stock ours "$1"
}
