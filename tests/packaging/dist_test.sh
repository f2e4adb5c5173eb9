#!/bin/sh
# The files of dist/ that the build has made of today's headers. Each compiles where no header of ours is found, once and
# again, declared and implemented, for every tick width, as C and as C++; so does every two of them, in either order, and
# each with the headers themselves. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/alone" "$TW_WORK/headers" && cd "$TW_WORK"

sh "$TW_SOURCE/tools/amalgamate.sh" "$TW_WORK/made"
diff -r made "$TW_GENERATED/dist" || {
    echo "FAILED: < is what the headers say now, > is of an earlier build: build the target generated"
    exit 1
}

# Behind the switches of tw.h nothing is missing, and each file has the licence once.
cp made/*.h alone
printf '#define TW_WITH_DELAYQUEUE\n#define TW_WITH_POST\n#include "tw.h"\n' >alone/all.h
files=$(cd alone && ls | grep -vx -e debug.h -e tw_watch.h) # tw_watch.h comes before all others
printf '#define TW_WITH_WATCH\n#include "tw.h"\n' >alone/watched.h
for f in made/*; do
    [ "$(grep -c 'Permission is hereby granted' "$f")" -eq 1 ] || { echo "FAILED: $f: one licence, once"; exit 1; }
done
for h in "$TW_SOURCE"/*.h; do
    cp "$h" headers
    case ${h##*/} in debug.h | watch.h) rm -f "headers/watch.h" && continue ;; esac
    [ "${h##*/}" = debug.h ] || [ "$(grep -c "^/\* $(basename "$h") - " made/tw.h)" -eq 1 ] || {
        echo "FAILED: tw.h lacks $h"
        exit 1
    }
done

common="-D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror -fsyntax-only -Ialone"
compiled=0
compiles() { # FILE BITS [c]: as C and as C++, or as C only
    # shellcheck disable=SC2086
    cc -x c -std=c99 -Wstrict-prototypes $common -DTW_TICK_BITS=$2 "$1" &&
        { [ $# -gt 2 ] || c++ -x c++ -std=c++11 -Wold-style-cast $common -DTW_TICK_BITS=$2 "$1"; } || {
        cat "$1"
        echo "FAILED: $1 with ticks of $2 bits"
        exit 1
    }
    compiled=$((compiled + 1))
}

includes() { for name; do printf '#include "%s"\n' "$name"; done; }
not_empty() { echo 'int tw_test_not_empty(void); int tw_test_not_empty(void) { return 0; }'; }

# Alone.
for f in $files watched.h; do
    { includes $f $f; echo '#define TW_IMPLEMENTATION'; includes $f $f; not_empty; } >late.c
    { printf '#define TW_STATIC\n#define TW_IMPLEMENTATION\n'; includes $f $f; not_empty; } >static.c
    case $f in all.h | tw_delayqueue.h) widths=64 ;; *) widths="16 32 64" ;; esac
    for bits in $widths; do
        compiles late.c $bits
        compiles static.c $bits
    done
done

# With TW_DEBUG.
for f in $files; do
    { printf '#define TW_DEBUG\n#define TW_IMPLEMENTATION\n'; includes $f $f; not_empty; } >debug.c
    compiles debug.c 64
done

# Each before and behind the headers, which find one another beside themselves; and every two, the second order of which as
# C only: at night.
headers=$(cd headers && ls | sed 's|^|../headers/|')
beside() { # INCLUDE...
    { includes "$@"; echo '#define TW_IMPLEMENTATION'; includes "$@"; not_empty; } >beside.c
    compiles beside.c 64 $only
}
seen=
for f in $files; do
    # shellcheck disable=SC2086
    only= && beside $f $headers && beside $headers $f
    [ -z "${TW_DAY-}" ] || continue
    for g in $files; do
        case " $seen " in *" $g "*) only=c ;; *) only= ;; esac
        [ $f = $g ] || beside $f $g
    done
    seen="$seen $f"
done
echo "ok: $compiled compiled"
