#!/bin/sh
# debug_off_test.sh COMPILER: without TW_DEBUG nothing is left of debug.h, and without a TW_TRACE of the program nothing
# of that hook, which watch.h takes. A copy of the headers loses all hooks; debug_off.c becomes the same object with the
# headers as with the copy, byte for byte: at -Os, by night at -O2, too. Wants TW_SOURCE and TW_WORK.
set -eu
here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/../faults/lib.sh"
need "$1"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/with" "$TW_WORK/without" && cp "$here/debug_off.c" "$TW_WORK"
cd "$TW_WORK"
cp "$TW_SOURCE"/*.h with

hook='TW__DEBUG(|TW__KIND(|TW__STAMP(|TW__STORED(|TW__CALLBACK(|TW__SEEN(|TW__VIA(|TW__MET(|TW__GIVEN(|TW__ACCEPTED(|TW_TRACE('
hooks=0 traces=$(cat with/*.h | grep -c 'TW_TRACE(TW_')
[ "$traces" -gt 20 ] || fail "only $traces lines with TW_TRACE were found"
for h in with/*.h; do
    case $h in with/debug.h | with/watch.h) continue ;; esac
    hooks=$((hooks + $(grep -cE "$(echo "$hook" | sed 's/(/[(]/g')" "$h" || true)))
    python3 -B "$TW_SOURCE/tests/contract/debug_off.py" "$h" >"without/${h#with/}"
done
[ "$hooks" -gt 50 ] || fail "only $hooks lines with hooks were found"
grep -nE "$(echo "$hook" | sed 's/(/[(]/g')|tw__debug|defined\(TW_DEBUG\)" without/*.h && fail "a hook is left in the copy"

compile() { # HEADERS OBJECT FLAG...
    headers=$1 object=$2
    shift 2
    "$compiler" -std=c99 -D_POSIX_C_SOURCE=200809L -DTW_IMPLEMENTATION -I"$headers" "$@" -c debug_off.c -o "$object"
}
compiler=$1
levels="-O2 -Os"
[ -z "${TW_DAY-}" ] || levels=-Os
for level in $levels; do
    compile with with.o $level
    compile without without.o $level
    cmp with.o without.o || fail "the objects of $level differ"
done

# It can fail: another constant in the headers, and a node with a mark.
seed debug_off another_constant without
compile without without.o -Os
cmp -s with.o without.o && fail "other objects are taken for equal"
compile with with.o -Os -DTW_DEBUG 2>message && fail "a node may have a mark"
grep -q node_has_five_words message || fail "$(cat message)"
echo "$hooks lines with hooks, and equal objects"
