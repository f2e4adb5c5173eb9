#!/bin/sh
# restart_test.sh ENGINE PROGRAM: timers survive kill -9, those beyond the window and those that are due meanwhile too;
# none fires before its time; a periodic one tells how many occurrences were missed; --overdue skip drops what is late.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000
[ "$engine" = lmdb ] || set -- --shard-lease 200ms --shards 8
[ "$engine" != lmdb ] || set --

start t --window 200ms "$@"
for i in 1 2 3; do
    same "ARM" OK "$(ask t ARM "far$i" $((far + i)) x)"
done
same "timers that wait" 3 "$(stat t waiting)"
same "timers in memory" 0 "$(stat t loaded)"

# Due beyond the window: it is read when the window has come so far. TAKE has it not before it is due.
soon() {
    raw t CANCEL soon >>log
    same "ARM" OK "$(ask t ARM soon $((due + 200)) x)"
    loaded=$(stat t loaded)
}
early t 1000 soon
due=$((due + 200))
same "timers in memory" 0 "$loaded"
row=$(raw t TAKE 1 BLOCK 60000)
[ "$(now t)" -ge $due ] || fail "it fired before it was due"
same "TAKE" "soon $due" "$(echo "$row" | sed -n '1p;3p' | paste -s -d ' ' -)"
same "ACK" 1 "$(raw t ACK soon "$(echo "$row" | sed -n 2p)")"

# Below the mark: armed at once. A move beyond the window takes it out of memory; what is moved never fires twice.
due=$(($(now t) + 3000000))
stop t
start t --window 1h "$@"
until_ stat_above t loaded-until-ms $due
ask t ARM near $due x >>log
until_ stat_is t loaded 1
ask t ARM near $far x >>log
same "timers in memory after a move beyond the window" 0 "$(stat t loaded)"
ask t ARM near $due x >>log
ask t ARM near $(($(now t) + 300)) x >>log
same "TAKE" near "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
same "firings that are ready" 0 "$(stat t ready)"
same "firings" 1 "$(stat t fired)"

# away COMMAND: it arms late for $due; then kills. Both end 100 ms before $due, or are done again for a later one. Goes on a
# second or more behind $began, which is behind $due.
options=$*
away() {
    ahead=2500
    until due=$(($(now t) + ahead)) && "$1" && kill_hard t && killed=$(date +%s%3N) && [ "$killed" -lt $((due - 100)) ]; do
        # shellcheck disable=SC2086 # a list
        start t --window 200ms $options
        raw t CANCEL late >>log
        raw t CANCEL every >>log
        ahead=$((2 * ahead))
    done
    began=$((killed + ahead + 1500))
    sleep $((ahead / 1000 + 3))
}
fires_late() {
    ask t ARM late $due x >>log
    ask t ARM every $((due - 100)) x PERIOD 1000 >>log
}
away fires_late
start t --window 200ms "$@"
until_ stat_above t ready 1
rows=$(raw t TAKE 10 | paste -d ' ' - - - - - -)
echo "$rows" | grep -q "^late [0-9]* $due x 1 0$" || fail "late is not in: $rows"
missed=$(echo "$rows" | sed -n "s/^every [0-9]* $((due - 100)) x 1 \([0-9]*\)$/\1/p")
[ "$missed" -ge 1 ] || fail "missed occurrences: $missed"
next=$(($(raw t GET every | sed -n 3p) - (due - 100)))
[ $next -gt $((missed * 1000)) ] && [ $((next % 1000)) -eq 0 ] || fail "the next occurrence: $next ms after the first"
stat_above t missed $((missed - 1)) || fail "missed in STATS"
same "missed, told once" 0 "$(raw t GET every | sed -n 6p)"

# The same, skipped.
first=$((due - 100))
is_skipped() {
    ask t ARM every $first other PERIOD 1000 >>log
    until_ stat_above t ready 0
    ask t ARM late $due x >>log
}
away is_skipped
start t --window 200ms --overdue skip "$@"
until_ stat_is t skipped 1
until_ stat_above t fired 0
same "late, skipped" '(nil)' "$(ask t GET late)"
rows=$(raw t TAKE 100 | paste -d ' ' - - - - - -)
echo "$rows" | grep -q "^late" && fail "late has fired: $rows"
echo "$rows" | awk -v from=$due -v to="$began" '$3 > from && $3 < to { exit 1 }' ||
    fail "fired although it was overdue: $rows"
echo "$rows" | awk -v from=$due '$3 > from && $6 > 0 { found = 1 } END { exit !found }' ||
    fail "the occurrence after a skipped one counts none as missed: $rows"
for i in 1 2 3; do
    same "far timers are there still" $((far + i)) "$(raw t GET "far$i" | sed -n 3p)"
done
stop t
