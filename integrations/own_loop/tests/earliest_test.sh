#!/bin/sh
# earliest_test.sh [figures]: earliest.c over each structure: no timer is late, all fire, and who asks exactly never wakes
# in vain. figures: earliest.sh prints its table, and refuses a wrong number. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/integrations/own_loop

fail() {
    echo "FAILED: $*"
    exit 1
}

if [ "${1:-}" = figures ]; then
    need valgrind
    sh "$here/earliest.sh" --help | grep -q 'by callgrind' || fail "--help"
    status=0
    sh "$here/earliest.sh" many 2>said || status=$?
    [ $status = 2 ] && grep -q 'MOVES is a number' said || fail "$status: $(cat said)"
    sh "$here/earliest.sh" 2000 >table
    cat table
    [ "$(grep -cE '^\| [a-z0-9]+ \| (armed|next|exact) \| [1-9][0-9]+ \|' table)" = 12 ] || fail "another table"
    exit 0
fi
rm -f armed next exact
for structure in hwheel bigwheel heap4 rbtree; do
    room="NULL, 0"
    [ $structure != heap4 ] || room="cells, COUNT"
    cc -O1 -Wall -Wextra -Werror -I"$TW_SOURCE" -DSET=$structure -DROOM="$room" "$here/earliest.c" -o earliest
    for way in armed next exact; do
        ./earliest $way 50000 >said || fail "$structure, $way: $(cat said)"
        grep -q ', [1-9][0-9]* fired, 0 late$' said || fail "$structure, $way: $(cat said)"
        [ -f "$way" ] || cp said "$way"
        cmp said "$way" || fail "$structure arms at other times than hwheel"
    done
    [ "$(cut -d' ' -f5-6 armed)" = "$(cut -d' ' -f5-6 exact)" ] || fail "other timers fire"
    grep -qE ' [01] idle rings' exact || fail "exact rings in vain: $(cat exact)"
done
status=0
./earliest never 5 2>said || status=$?
[ $status = 2 ] && grep -q usage said || fail "a wrong way: $status"
