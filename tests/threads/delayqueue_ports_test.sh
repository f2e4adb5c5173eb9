#!/bin/sh
# delayqueue_ports_test.sh SYSTEM: the port of delayqueue.h to another system.
#     windows.compile   it compiles for Windows: as C, and as C++ behind all that <windows.h> defines
#     windows           delayqueue_waits.c and delayqueue_threads.c run under Wine, and see the faults of ../faults/ports.list
#     macos             the same on the system at hand, with a stand-in for what Apple's alone has; compiled as C++ too
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
system=$1
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words
cp "$TW_SOURCE"/*.h .
tests=$TW_SOURCE/tests/threads
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror"

# compiles COMPILER FLAGS: all headers and the functions that they compile, included twice
compiles() {
    for mode in '' '#define TW_IMPLEMENTATION' '#define TW_DEBUG
#define TW_IMPLEMENTATION'; do
        {
            echo "$mode"
            for twice in 1 2; do for h in delayqueue hwheel bigwheel heap4 rbtree skiplist wheel; do echo "#include \"$h.h\""; done; done
            echo 'TW_DELAYQUEUE_OF(jobs, hwheel)'
            echo 'int tw_test_use(struct jobs *q, struct tw_node *n);'
            echo 'int tw_test_use(struct jobs *q, struct tw_node *n) { return jobs_init(q, 0, 0) && jobs_put_in(q, n, 5); }'
        } >all.c
        # shellcheck disable=SC2086
        $1 $2 $warnings -I. -c all.c -o all.o || fail "$1 $2"
    done
    echo "ok: $1 $2"
}

# build PROGRAM: warnings are errors
build() {
    # shellcheck disable=SC2086
    $compiler $flags -O2 -Wall -Wextra -Werror -pthread -I. "$tests/$1.c" -o "$1$ending" || fail "$1 does not compile"
}

# seen FAULT: delayqueue_waits sees a fault of the port
seen() {
    seed ports "$1" .
    build delayqueue_waits
    # shellcheck disable=SC2086
    run_faulty $run "./delayqueue_waits$ending" >found 2>&1
    grep -q Assertion found || {
        cat found
        fail "no assertion sees: $1"
    }
    cp "$TW_SOURCE/delayqueue_port.h" .
    echo "ok: seen: $1"
}

windows_compiler() {
    for compiler in x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc; do
        ! command -v $compiler >/dev/null 2>&1 || return 0
    done
    skip "no x86_64-w64-mingw32-gcc here"
}

case $system in
windows.compile)
    windows_compiler
    need "${compiler%gcc*}g++"
    compiles "$compiler" "-x c -std=c99 -Wstrict-prototypes"
    compiles "${compiler%gcc*}g++" "-x c++ -std=c++11 -Wold-style-cast -include windows.h"
    exit 0
    ;;
windows)
    windows_compiler
    need wine
    flags="-std=gnu99 -static" ending=.exe run=wine
    export WINEPREFIX="$TW_WORK/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" HOME="$TW_WORK"
    unset DISPLAY
    trap 'wineserver -k 2>/dev/null || true; rm -rf "$WINEPREFIX"' EXIT
    timeout 300 wine wineboot --init >boot 2>&1 || { cat boot; skip "wine does not start here"; }
    ;;
macos)
    compiler=cc flags="-std=c99 -DMACOS" ending='' run=''
    for language in "c -std=c99 -Wstrict-prototypes" "c++ -std=c++11 -Wold-style-cast"; do
        compiles cc "-x $language -D_POSIX_C_SOURCE=200809L -include source/tests/threads/macos.h"
    done
    ;;
*)
    echo "no system $system"
    exit 2
    ;;
esac

for program in delayqueue_waits "delayqueue_threads ${SOAK:-2} 1000"; do
    build "${program%% *}"
    # shellcheck disable=SC2086
    timeout 600 $run "./${program%% *}$ending" ${program#* } || fail "$program ends with status $?"
done

names=$(names_of ports "$system.")
for fault in $names; do seen "$system.$fault"; done
