#!/bin/sh
# ties_test.sh: without TW_TIES nothing is left of the option. A copy of the headers loses its code, and makes the same
# objects, byte for byte. Files with the option and files without do not link. Copies of the headers and the files of dist/ find
# the bugs of ties.c, too. Wants TW_SOURCE and TW_WORK.
set -eu
here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/with" "$TW_WORK/without" && cp "$here/debug_off.c" "$here/ties.c" "$TW_WORK"
cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

cp "$TW_SOURCE"/*.h with
for h in with/*.h; do
    awk '/^#if defined\(TW_TIES\)/ { inside = gone = 1; next }
        inside && /^#else/ { gone = 0; next }
        inside && /^#endif/ { inside = gone = 0; next }
        !gone && !/^ *TW__TIES\(/' "$h" >"without/${h#with/}"
done
[ "$(cat with/*.h | wc -l)" -gt "$(($(cat without/*.h | wc -l) + 50))" ] || fail "the copy has lost nothing"
grep -nE 'TIES\(.*;|tw__ties|defined\(TW_TIES|(->|[*])equals|(->|t )draws' without/*.h && fail "the copy has code of the option"

object() { # HEADERS LEVEL
    cc -std=c99 -D_POSIX_C_SOURCE=200809L -DTW_IMPLEMENTATION -I"$1" "$2" -c debug_off.c -o "$1.o"
}
for level in -O2 -Os; do
    object with $level
    object without $level
    cmp with.o without.o || fail "the objects of $level differ"
done
sed 's/c->draws = 0;)/&c->previous = 1;/' with/timers.h >without/timers.h
object without -Os
cmp -s with.o without.o && fail "other objects are taken for equal"

printf '#define TW_IMPLEMENTATION\n#include "heap4.h"\n#include "timers.h"\n' >owner.c
printf '#include "heap4.h"\n#include "timers.h"\nint main(void) { static struct tw_timers t; static struct tw_heap4 h;\n%s\n' \
    'tw_timers_init(&t, 0, &tw_heap4_ops, &h, NULL, 0); return (int)tw_timers_count(&t); }' >user.c
for owner in "" -DTW_TIES -DTW_DEBUG "-DTW_DEBUG -DTW_TIES"; do
    for user in "" -DTW_TIES -DTW_DEBUG "-DTW_DEBUG -DTW_TIES"; do
        # shellcheck disable=SC2086
        cc -std=c99 -Iwith $owner -c owner.c -o owner.o && cc -std=c99 -Iwith $user -c user.c -o user.o
        linked=no
        cc owner.o user.o -o program 2>message && linked=yes
        [ "$linked" = "$([ "$owner" = "$user" ] && echo yes || echo no)" ] || fail "'$owner' and '$user': linked: $linked"
    done
done

sh "$TW_SOURCE/tools/amalgamate.sh" "$TW_WORK/made"
finds() { # FLAG...
    cc -std=c99 -DTW_TIES "$@" ties.c -o program
    ./program | tail -n 1 | grep -x "20 of 20 bugs are seen" || fail "$*"
}
finds -Iwith
finds -Imade '-DTIES_HEADER="tw_hwheel.h"'
finds -Imade '-DTIES_HEADER="tw.h"'
