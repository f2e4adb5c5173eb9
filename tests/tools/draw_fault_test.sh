#!/bin/sh
# SPDX-License-Identifier: MIT-0
# draw_fault_test.sh - tw_draw, built with a fault in a header, ends with status 1 at the command that shows the fault,
# and says which invariant broke. The page of exercises shows the first message. Wants TW_SOURCE and TW_WORK.
set -u
. "$(dirname "$0")/../skip.sh"
need cc
need perl
[ "$(getconf LONG_BIT)" = 64 ] || skip "heap4 has its root elsewhere on this machine"

# breaks HEADER PERL-SUBSTITUTION STRUCTURE COMMANDS MESSAGE: the last of the commands is not reached, the one before it
# shows the fault.
breaks() {
    rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1
    cp "$TW_SOURCE"/*.h . && mkdir replay && cp "$TW_SOURCE"/tools/replay/quote.[ch] replay
    cp -R "$TW_SOURCE/tools/draw" draw && rm draw/wasm.c
    edit_file "$1" "$2"
    cc -std=c99 -I. -o tw_draw draw/*.c replay/quote.c || exit 1
    printf '%s\n' "$4" | tr ';' '\n' >1.draw
    ./tw_draw --structure "$3" 1.draw >out 2>err
    [ $? -eq 1 ] || { echo "FAILED: the fault in $1 does not end with status 1"; exit 1; }
    wanted="1.draw:$(($(wc -l <1.draw) - 1)): an invariant of $3 does not hold: $5"
    [ "$(cat err)" = "$wanted" ] || { echo "FAILED: says '$(cat err)', not '$wanted'"; exit 1; }
}

breaks heap4.h 's/for \(; i > TW__HEAP4_ROOT && before/for (; 0 && before/' heap4 'arm 3 30;arm 4 20;next' \
    '4@20 in cell 4 is due before its parent 3@30 in cell 3'
grep -qxF "$(cat err)" "$TW_SOURCE/docs/algorithms/README.md" ||
    { echo "FAILED: the page shows another message"; exit 1; }
# check() goes by the header's order, and sees nothing here; tw_draw has an order of its own.
breaks heap4.h 's/return \(tw__heap4_key\)x->due << 64 [^;]*;/return x->due;/' heap4 \
    'arm 1 10 2 10 3 10;cancel 1;next' \
    '2@10 in cell 4 was armed before its parent 3@10 in cell 3, and is due at the same tick'
breaks skiplist.h 's/x->prev->next_due = x->next_due;//' skiplist 'arm 1 10 2 20;tower 2 1;cancel 1;next' \
    'in lane 0, the level before 2@20 has another key beside its link'
# Moved ahead into the wrong half.
breaks bigwheel.h 's/tw__bigwheel_link\(w, n, tw__bigwheel_at\(level - 1, n->due\)\)/tw__bigwheel_link(w, n, tw__bigwheel_at(level - 1, n->due) ^ TW__BIGWHEEL_HALF)/' \
    bigwheel 'arm 1 7 2 0x405;advance 7;next' \
    '2@0x0405 is in level 0 half 0 slot 005, but its place is level 1 half 0 slot 01.5'
echo "draw_fault_test: ok"
