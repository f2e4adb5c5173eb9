#!/bin/sh
# replay_test.sh REPLAY ORACLE TRACE: replay's logs, counts and hashes are those of replay_oracle: for the traces of
# replay_traces.sh, whose logs were written by hand, and for the bundled one, TRACE; and files that are there or full are
# no trouble. Wants TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/replay_traces.sh"
replay=$1 oracle=$2 trace=bundled.trace
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
traces
ln -s "$3" $trace

fail() {
    echo "FAILED: $*"
    exit 1
}

# agrees TRACE... [-- OPTION...]: replay says of these traces what the oracle says; with ticks of $unit us, if it is set,
# and with $slack.
agrees() {
    traces=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        traces="$traces $1"
        shift
    done
    [ $# -eq 0 ] || shift
    set -- "$@" ${unit:+--unit ${unit}us} ${slack:+--slack $slack}
    # shellcheck disable=SC2086
    "$replay" --repeat 1 "$@" --log logs $traces >out 2>err || fail "$*$traces: status $?, $(cat err)"
    [ ! -s err ] || fail "$traces: says $(cat err)"
    # shellcheck disable=SC2086
    "$oracle" agree out logs ${unit:+unit=$unit} ${slack:+slack=$slack} $traces || fail "$*$traces"
}

rows() { awk '$1 == "structure" { on = 1; next } NF == 0 { on = 0 } on { print $1, $(NF - 1), $NF }' out; }

for log in *.log; do
    by_hand=${log%.log}.trace
    "$oracle" log "$by_hand" | diff "$log" - || fail "$log is not what the oracle says"
    rm -rf logs
    agrees "$by_hand"
done
for log in *.log; do
    for unit in 1 2 7 1000; do
        for slack in 0 1 5 100 18446744073709551615; do agrees "${log%.log}.trace"; done
    done
done
# Ticks of 10 us by hand: the clock goes 1, 1, 1, 2, 4; the deadlines are 3, 3, 2.
printf '%s\n' '15 arm 1 21' '15 arm 2 30' '19 arm 3 12' '29 cancel 9' '41 cancel 3' >tens
"$replay" --repeat 1 --unit 10us --log logs tens >out
printf '%s\n' '2 2 3' '4 3 1' '4 3 2' | diff - logs/wheel.log || fail "ticks of 10 us"
# Without slack one timer is armed at a time, and with slack many are.
awk 'BEGIN { for (i = 0; i < 200; i++) print 10 * i, "arm", i, 10 * i + 5 }' >row.trace
unit=1 slack=300
agrees row.trace
unit=3 slack=
agrees longest_line.trace equal.trace
unit=
agrees longest_line.trace
agrees equal.trace move.trace -- --structures all
agrees move.trace equal.trace -- --repeat 2

# A log that exists is replaced; without any, and for each structure alone, nothing else is found.
for log in logs/*; do echo old >"$log"; done
agrees "$trace"
rows >all
for unit in 1000 10000000; do
    for slack in 50 999; do agrees "$trace" -- --structures rbtree,hwheel; done
done
unit='' slack=12345
agrees "$trace"
slack=
"$replay" --repeat 1 "$trace" >out
rows | diff all - || fail "firings or hash change without --log"
while read -r structure count sum; do
    "$replay" --repeat 1 --structures "$structure" "$trace" >out
    [ "$(rows)" = "$structure $count $sum" ] || fail "$structure alone: $(rows)"
    grep -q "^$structure is the only structure in this run" out || fail "$structure alone: the sentence is missing"
done <all

# All traces are read before anything is replayed or written.
rm -rf logs
printf '0 arm 1 2\n%01016d arm 1 2\n' 0 >too_long.trace
if "$replay" --log logs equal.trace too_long.trace 2>err; then fail "a broken trace is taken"; fi
[ ! -e logs ] || fail "logs are written in spite of a broken trace"

if [ -c /dev/full ]; then
    if "$replay" --repeat 1 last.trace >/dev/full 2>err; then fail "a full disk goes unnoticed"; fi
    [ "$(cat err)" = "replay: the output cannot be written" ] || fail "a full disk: says '$(cat err)'"
    mkdir logs && ln -s /dev/full logs/heap4.log
    status=0
    "$replay" --repeat 1 --log logs last.trace >out 2>err || status=$?
    [ "$status $(cat err)" = "2 replay: the log of heap4 cannot be written" ] || fail "a full log: $status $(cat err)"
fi
echo "ok: $(wc -l <all) structures"
