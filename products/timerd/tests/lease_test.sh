#!/bin/sh
# lease_test.sh ENGINE PROGRAM: a firing without an ACK comes again when its lease is over, with its attempt counted, and
# is dead after the last one; across a kill too. A TAKE that waits wakes up for it.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
[ "$engine" = lmdb ] || set -- --shards 4 --shard-lease 200ms
[ "$engine" != lmdb ] || set --
start t --lease 400ms --attempts 3 "$@"

taken() { raw t TAKE 1 BLOCK 60000 | sed -n '1p;5p' | paste -s -d ' ' -; } # the id and the attempt

before=$(now t)
same "ARM" OK "$(ask t ARM a 1 x)"
same "given" "a 1" "$(taken)"
same "given again" "a 2" "$(taken)"
[ "$(now t)" -ge $((before + 400)) ] || fail "it came again before its lease was over"
kill_hard t
start t --lease 400ms --attempts 3 "$@"
same "given for the last time" "a 3" "$(taken)"
until_ stat_is t dead 1
same "nothing is left" "0 0" "$(stat t ready) $(stat t leased)"
same "buried" 1 "$(stat t buried)"
same "TAKE" "(empty array)" "$(ask t TAKE 1)"
row=$(raw t DEAD 10 | paste -s -d ' ' -)
same "DEAD" "a 1 x 3 0" "$(echo "$row" | sed 's/^a [0-9]* /a /')"
same "it is dead, not in the queue: ARM arms" OK "$(ask t ARM a 1 x)"
same "given" "a 1" "$(taken)"
same "ACK" 1 "$(raw t ACK a "$(echo "$row" | cut -d ' ' -f 2)")"
same "the dead-letter list" "(empty array)" "$(ask t DEAD 10)"

# An ACK after the lease counts as long as the firing is there; then nothing comes again.
until_ stat_is t ready 1
row=$(raw t TAKE 1)
generation=$(echo "$row" | sed -n 2p)
until_ stat_is t ready 1
same "ACK after the lease" 1 "$(raw t ACK a "$generation")"
same "ACK again" 0 "$(raw t ACK a "$generation")"
same "nothing is left" "0 0 0" "$(stat t ready) $(stat t leased) $(stat t dead)"

# CANCEL stops what a consumer had, and answers 0 for it.
ask t ARM b 1 x >>log
same "given" "b 1" "$(taken)"
same "CANCEL of a firing that was given" 0 "$(raw t CANCEL b)"
same "nothing is left" "0 0 0" "$(stat t ready) $(stat t leased) $(stat t dead)"

# Given back: it comes again after a delay, and not before; the delay doubles. A TAKE that waits wakes up for it.
stop t
start t --lease 60s --backoff 200ms "$@"
ask t ARM n 1 x >>log
row=$(raw t TAKE 1 BLOCK 60000)
generation=$(echo "$row" | sed -n 2p)
for delay in 200 400; do
    before=$(now t)
    same "NACK" 1 "$(raw t NACK n "$generation")"
    same "given" n "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
    [ "$(now t)" -ge $((before + delay)) ] || fail "it came again before $delay ms"
done
same "ACK" 1 "$(raw t ACK n "$generation")"

# Several consumers wait: each gets a row, once; one whose time is over gets none. The leases last, however slow this
# machine is.
stop t
start t --lease 60s "$@"
for i in 1 2 3; do
    raw t TAKE 1 BLOCK 0 >"row$i" &
    eval "waiting$i=$!"
done
raw t TAKE 1 BLOCK 100 >row4
same "TAKE whose time is over" "" "$(cat row4)"
until_ stat_is t blocked 3
for i in 1 2 3; do
    ask t ARM "c$i" 1 x >>log
done
# shellcheck disable=SC2154
wait "$waiting1" "$waiting2" "$waiting3"
rows=$(for i in 1 2 3; do sed -n 1p "row$i"; done | sort | paste -s -d ' ' -)
same "rows of three consumers" "c1 c2 c3" "$rows"
for i in 1 2 3; do
    same "ACK" 1 "$(raw t ACK "$(sed -n 1p "row$i")" "$(sed -n 2p "row$i")")"
done
stop t

# Requeued, at a timerd that need not own its shard, while no lease was watched any more: its new lease is.
set -- --lease 300ms --attempts 1
other=t
if [ "$engine" != lmdb ]; then
    set -- "$@" --shards 4 --shard-lease 60s # so that no shard changes hands meanwhile
    start u "$@"
    other=u
fi
start t "$@"
for i in 1 2 3 4 5 6; do
    ask t ARM "q$i" 1 x >>log
done
until_ stat_is t ready 6
raw t TAKE 6 | paste -d ' ' - - - - - - >rows
until_ stat_is t dead 6
sleep 1 # three leases
same "REQUEUE" 6 "$(awk '{ print "REQUEUE", $1, $2 }' rows | redis-cli -s t.sock | grep -c '^1$')"
same "given anew" "1 1 1 1 1 1" "$(raw t TAKE 6 BLOCK 60000 | paste -d ' ' - - - - - - | cut -d ' ' -f 5 | paste -s -d ' ' -)"
until_ stat_is t dead 6
stop t
[ "$other" = t ] || stop "$other"
