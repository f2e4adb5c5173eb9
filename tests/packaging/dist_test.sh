#!/bin/sh
# The files of dist/ that the build has made; the test `generate` sees that they are of today's headers. Each compiles
# where no header of ours is found, once and again, declared and implemented, for every tick width, as C and as C++;
# so does every two of them, in either order, and each with the headers themselves. By day each file is compiled late
# or static in one width, and with TW_DEBUG and beside the headers in one language, and no two files meet. Which,
# changes with the day: TW_TURN=N repeats what a failure names. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/alone" "$TW_WORK/headers" && cd "$TW_WORK"

# Behind the switches of tw.h nothing is missing, and each file has the licence once.
cp -R "$TW_GENERATED/dist" made
cp made/*.h alone
printf '#define TW_WITH_DELAYQUEUE\n#define TW_WITH_POST\n#include "tw.h"\n' >alone/all.h
files=$(cd alone && ls | grep -vx -e debug.h -e tw_watch.h) # tw_watch.h comes before all others
printf '#define TW_WITH_WATCH\n#include "tw.h"\n' >alone/watched.h
! grep -c 'Permission is hereby granted' made/* | grep -v ':1$' || { echo "FAILED: one licence, once"; exit 1; }
for h in "$TW_SOURCE"/*.h; do
    cp "$h" headers
    case ${h##*/} in debug.h | watch.h) rm -f "headers/watch.h" && continue ;; esac
    [ "$(grep -c "^/\* ${h##*/} - " made/tw.h)" -eq 1 ] || {
        echo "FAILED: tw.h lacks $h"
        exit 1
    }
done

common="-D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror -fsyntax-only -Ialone"
compiled=0
compiles() { # FILE BITS [c|c++]: as C and as C++, or as one of them
    # shellcheck disable=SC2086
    { [ "${3-}" = c++ ] || cc -x c -std=c99 -Wstrict-prototypes $common -DTW_TICK_BITS=$2 "$1"; } &&
        { [ "${3-}" = c ] || c++ -x c++ -std=c++11 -Wold-style-cast $common -DTW_TICK_BITS=$2 "$1"; } || {
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
    case $f in
    all.h | tw_delayqueue.h) draw late.64 static.64 ;;
    *) draw late.16 static.32 late.64 static.16 late.32 static.64 ;;
    esac
    for mode in $drawn; do compiles ${mode%.*}.c ${mode#*.}; done
done

# With TW_DEBUG.
for f in $files; do
    { printf '#define TW_DEBUG\n#define TW_IMPLEMENTATION\n'; includes $f $f; not_empty; } >debug.c
    draw c c++
    for language in $drawn; do compiles debug.c 64 $language; done
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
    draw before:c before:c++ behind:c behind:c++
    for way in $drawn; do
        only=${way#*:}
        # shellcheck disable=SC2086
        case $way in before*) beside $f $headers ;; *) beside $headers $f ;; esac
    done
    [ -z "${TW_DAY-}" ] || continue
    for g in $files; do
        case " $seen " in *" $g "*) only=c ;; *) only= ;; esac
        [ $f = $g ] || beside $f $g
    done
    seen="$seen $f"
done
echo "ok: $compiled compiled"
