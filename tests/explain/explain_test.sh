#!/bin/sh
# explain_test.sh TW_DRAW NUMBER...: a failing scenario explains each fault of explained.list with one of the numbers in
# front: it names the structure, the scenario and its sentence, the answers of the model and of the structure, and commands
# that tw_draw takes, no more than the list says. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/faults/lib.sh"
need cc
draw=$1
shift
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
for number; do grep "^$number " "$TW_SOURCE/tests/explain/explained.list"; done >list

# has TEXT: a line of the explanation begins so.
has() { grep -q "^  $1" said || { cat said; fail "$fault: no line '$1'"; }; }

# put FAULT: seeds it, from the list of faults that has it.
put() { if grep -q "^fault $1\$" "$faults/explain.list"; then seed explain "$1" faulty; else seed scenario "$1" faulty; fi; }

for number; do
    copy faulty
    for fault in $(sed -n "s/^$number \([^ ]*\) .*/\1/p" list); do put "$fault"; done
    cc -std=c99 -DTW_TICK_BITS=64 -DRIG_SECONDS=2 -Ifaulty "$TW_SOURCE/tests/contract/scenarios.c" -o "program$number"
done
while read -r number fault structure scenario longest shows; do
    status=0
    "./program$number" --on "$structure" "$scenario" >out 2>said || status=$?
    [ "$status" -gt 2 ] || fail "$fault is not seen: status $status"
    has "structure  $structure, "
    has "scenario   $scenario"
    grep -A1 '^  scenario' said | tail -n 1 | grep -q '^             [A-Z].*[.]$' || fail "$fault: no sentence"
    has 'operation  [a-z]'
    has 'clock      [0-9]'
    has 'model      [a-z0-9]'
    has "$structure  *[a-z0-9]"
    case $shows in
    signal) has 'fails at   a signal: ' && has "$structure *a signal ends it: " ;;
    hang) has 'fails at   a call that does not come back' && has "$structure *it does not come back" ;;
    callback) grep -q '^    # in the callback of timer [0-9]*: [a-z]* [0-9]' said || { cat said && fail "$fault: no callback"; } ;;
    esac
    has "play .*#tab=explore&on=[a-z0-9]*&do=[a-z0-9+;]*\$"
    sed -n 's/^    \([a-z#]\)/\1/p' said >commands
    length=$(wc -l <commands)
    [ "$length" -gt 0 ] && [ "$length" -le "$longest" ] || { cat said; fail "$fault: $length commands, not $longest"; }
    sed -n 's/.*tw_draw --structure \([a-z0-9]*\) .*/\1/p' said >drawn
    "$draw" --structure "$(cat drawn)" commands >out || fail "$fault: tw_draw does not take the commands"
    [ "$(wc -l <said)" -le 40 ] || fail "$fault: more than a screen"
    sed -n "/^<!-- explained: $fault -->/,/^\`\`\`\$/p" "$TW_SOURCE/tests/README.md" | sed '1,2d;$d;s/[.]h:[0-9]*/.h:/' >page
    sed "1d;/^Aborted/d;s|$TW_SOURCE/||" said | sed "s/[.]h:[0-9]*/.h:/" >shown
    [ ! -s page ] || diff page shown || fail "$fault: tests/README.md shows another explanation"
    echo "ok: explained: $fault"
done <list
