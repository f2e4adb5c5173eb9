#!/bin/sh
# stranger_test.sh TW_DRAW: tray.h, a bounded structure with one mistake, is put before the suite by the steps of "How to
# add one" in docs/design.md, each in its words there. The explanation fits on one screen, and names the structure, the
# scenario and its sentence, the operation, the clock, both answers and the shortest sequence. Without the mistake all pass.
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/faults/lib.sh"
need cc
draw=$1
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

# step WORDS: the page still says so.
step() {
    tr -s ' \n' '  ' <"$TW_SOURCE/docs/design.md" | grep -qF "$1" || fail "How to add one does not say: $1"
}

# edit FILE BEFORE LINE: puts LINE before the first line of FILE that has BEFORE.
edit() {
    grep -qF "$2" "$1" || fail "$1 has no $2"
    awk -v before="$2" -v line="$3" '!done && index($0, before) { print line; done = 1 } { print }' "$1" >edited
    mv edited "$1"
}

# has TEXT: a line of the explanation begins so.
has() { grep -q "^  $1" said || { cat said && fail "no line '$1'"; }; }

# explained: what `said` holds names all, on one screen.
explained() {
    has 'structure  tray, 64-bit ticks, an array for [0-9]'
    has "scenario   $1"
    grep -A1 '^  scenario' said | tail -n 1 | grep -q '^             [A-Z].*[.]$' || fail "no sentence"
    has 'operation  advance [0-9]'
    has 'clock      [0-9]'
    has 'model      timer [0-9]* fires, due at tick [0-9]*, armed before its equal'
    has 'tray       timer [0-9]* fires, due at tick'
    has 'play .*#tab=explore&on=[a-z0-9]*&do=[a-z0-9+;]*$'
    [ "$(wc -l <said)" -le 40 ] || { cat said && fail "more than a screen"; }
    sed -n 's/^    \([a-z#]\)/\1/p' said >commands
    [ "$(wc -l <commands)" -le 4 ] || { cat said && fail "not the shortest sequence"; }
    "$draw" --structure sortedlist commands >out || fail "tw_draw does not take the commands"
}

copy suite tests/contract tests/structures tests/exhaustive
step 'Make `x.h`, include "verbs.h", and define `struct tw_x`.'
cp "$TW_SOURCE/tests/explain/tray.h" suite
step 'Add the include and the row `&tw_x_ops` to tests/contract/structures.h'
edit suite/tests/contract/structures.h '#include "wheel.h"' '#include "tray.h"'
edit suite/tests/contract/structures.h '&tw_hwheel_ops,' '    &tw_tray_ops,'
step 'Add a row to the plans of tests/exhaustive/exhaustive.c'
edit suite/tests/exhaustive/exhaustive.c 'THREE(toyarray, 2, 4, 1, 1, 2, F),' '    THREE(tray, 3, 4, 1, 1, 2, F),'
build() { cc -std=c99 -O1 -DTW_TICK_BITS=64 -Isuite "suite/tests/$1.c" -o "$2"; }

step '`scenarios --on x` tries x alone'
build contract/scenarios scenarios
status=0
./scenarios --on tray >out 2>said || status=$?
[ "$status" -gt 2 ] || fail "the mistake is not seen: status $status"
explained 's[0-9]*_[a-z_]*'
build exhaustive/exhaustive exhaustive
status=0
./exhaustive tray >out 2>said || status=$?
[ "$status" -gt 0 ] || fail "exhaustive does not see the mistake"
sed -i '1,/^FAILED/{/^FAILED/!d;}' said
explained 'all short sequences'

# Without the mistake it is a structure like any other.
sed -i 's/return a.n->home < b.n->home;/return a.number < b.number;/' suite/tray.h
build contract/scenarios scenarios
./scenarios --on tray s02_move_earlier_and_later_from_every_position s03_equal_deadlines_fire_in_arming_order \
    s09_a_due_node_acts_on_any_other s30_capacity_zero_one_and_full >out || fail "tray.h without its mistake fails"
build exhaustive/exhaustive exhaustive
./exhaustive tray >out || fail "exhaustive finds a fault in tray.h without its mistake"
echo "ok: a stranger's structure is explained"
