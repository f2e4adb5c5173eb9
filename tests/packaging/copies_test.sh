#!/bin/sh
# Guards against sentry-native#1878 and vt#1604: two libraries each carry a copy of the headers, and one calls the
# other's. Loaded together each shared library calls its own copy, whatever the options of the two, also if one has a file
# of dist/ or a later version. Two archives give the right answers, or are refused by the linker. A library over all headers
# exports none of their names. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
need nm
fail() { echo "FAILED: $*"; exit 1; }
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/tests/packaging/copies/* "$TW_SOURCE"/tests/packaging/words/use.c .

options() { # the options of a build, and where its headers are
    case $1 in
    dist) echo -Idist && return ;;
    later) echo -Ilater && return ;;
    esac
    echo "-Isource"
    case $1 in
    plain) ;;
    debug) echo -DTW_DEBUG ;;
    narrow) echo -DTW_TICK_BITS=32 ;;
    unchecked) echo -DTW_CHECK=0 ;;
    both) echo -DTW_DEBUG -DTW_TICK_BITS=16 ;;
    static) echo -DTW_STATIC ;;
    static_debug) echo -DTW_STATIC -DTW_DEBUG ;;
    esac
}

ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words
mkdir dist later
for header in heap4 rbtree wheel timers; do echo '#include "../source/dist/tw.h"' >dist/$header.h; done
cp source/*.h later
number=$(sed -n 's/^#define TW_VERSION_NUMBER //p' source/node.h)
sed -i "s/\b$number\b/$((number + 1))/" later/node.h

builds="plain debug narrow unchecked both dist later static static_debug"
for build in $builds; do
    for name in one two; do
        # shellcheck disable=SC2046
        cc -std=c99 -O1 -Wall -Wextra -Werror -fPIC -DNAME=$name $(options "$build") -c library.c \
            -o "$name.$build.o"
        cc -shared "$name.$build.o" -o "lib$name.$build.so"
        ar rcs "lib$name.$build.a" "$name.$build.o"
    done
done
cc -c program.c -o program.o

refused=0
for first in $builds; do
    for second in $builds; do
        cc program.o -L. "-l:libone.$first.so" "-l:libtwo.$second.so" -Wl,-rpath,. -o program || fail "no link"
        ./program || fail "shared libraries: $first, and then $second"
        if cc program.o "libone.$first.a" "libtwo.$second.a" -o program 2>message; then
            ./program || fail "archives: $first, and then $second"
            case $first.$second in *static*) ;; *) fail "the archives $first and $second were linked" ;; esac
        else
            grep -q 'multiple definition' message || { cat message; fail "the linker names no function"; }
            refused=$((refused + 1))
        fi
    done
done
[ $refused -eq 49 ] || fail "$refused pairs of archives were refused, and not 49"

# All headers, and none of their names outside; with TW_API, all that are compiled.
: >none.h
for language in "cc -x c -std=c99" "c++ -x c++ -std=c++11"; do
    for debug in "" -DTW_DEBUG; do
        # shellcheck disable=SC2086
        $language $debug -fPIC -DSTRANGER='"none.h"' -I"$TW_SOURCE" -c use.c -o use.o
        cc -shared use.o -o libuse.so -pthread
        ! nm -D --defined-only libuse.so | grep ' tw_' || fail "$language $debug exports the names above"
    done
done
cc -std=c99 -fPIC -DSTRANGER='"none.h"' '-DTW_API=__attribute__((visibility("default")))' -I"$TW_SOURCE" -c use.c -o use.o
cc -shared use.o -o libuse.so -pthread
[ "$(nm -D --defined-only libuse.so | grep -c ' T tw_')" -gt 90 ] || fail "TW_API exports nothing"

# What both export, each calls in itself by -Bsymbolic-functions.
for pair in one.-DTW_TICK_BITS=64 two.-DTW_TICK_BITS=32; do
    cc -std=c99 -fPIC -DNAME="${pair%%.*}" "${pair#*.}" '-DTW_API=__attribute__((visibility("default")))' -Isource \
        -shared -Wl,-Bsymbolic-functions library.c -o "lib${pair%%.*}.so"
done
cc program.o -L. -l:libone.so -l:libtwo.so -Wl,-rpath,. -o program
./program || fail "exported functions with -Bsymbolic-functions"
echo "ok"
