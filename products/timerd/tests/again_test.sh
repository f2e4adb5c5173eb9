#!/bin/sh
# again_test.sh ENGINE PROGRAM: an id is armed again while its firings are ready, given, put off or dead: each of them stays
# what it was, and so does the timer.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000
[ "$engine" = lmdb ] || set -- --shards 1
[ "$engine" != lmdb ] || set --
start t --lease 1h --attempts 2 --backoff 1h "$@"
row() { raw t TAKE 1 BLOCK 60000 | paste -s -d ' ' -; }
counts() { echo "$(stat t waiting) $(stat t ready) $(stat t leased) $(stat t delayed) $(stat t dead)"; }

fires() { ask t ARM i 1 "$1" >>log && until_ stat_is t waiting 0; } # PAYLOAD: and is ready
later() { same "ARM" OK "$(ask t ARM i $far "$1")"; }               # PAYLOAD

fires ready
later one
same "waiting and ready" "1 1 0 0 0" "$(counts)"
first=$(row)
same "the ready one" "i 1 ready 1 0" "$(echo "$first" | cut -d ' ' -f 1,3-)"
fires given
second=$(row)
later two
same "waiting and given twice" "1 0 2 0 0" "$(counts)"
same "TOUCH" 1 "$(raw t TOUCH i "$(echo "$second" | cut -d ' ' -f 2)")"
same "NACK" 1 "$(raw t NACK i "$(echo "$second" | cut -d ' ' -f 2)" DELAY 0)"
same "the one that was given back" "i 1 given 2 0" "$(row | cut -d ' ' -f 1,3-)"
same "ACK" 1 "$(raw t ACK i "$(echo "$first" | cut -d ' ' -f 2)")"
same "ACK again" 0 "$(raw t ACK i "$(echo "$first" | cut -d ' ' -f 2)")"
same "NACK of the last attempt" 1 "$(raw t NACK i "$(echo "$second" | cut -d ' ' -f 2)")"
same "waiting and dead" "1 0 0 0 1" "$(counts)"

fires off
third=$(row)
same "NACK" 1 "$(raw t NACK i "$(echo "$third" | cut -d ' ' -f 2)")"
later three
same "waiting, put off and dead" "1 0 0 1 1" "$(counts)"
same "the timer" "$far three" "$(raw t GET i | sed -n '3p;4p' | paste -s -d ' ' -)"
same "its ACK" 0 "$(raw t ACK i "$(raw t GET i | sed -n 2p)")"
same "the dead one" "i $(echo "$second" | cut -d ' ' -f 2) 1 given 2 0" "$(raw t DEAD 9 | paste -s -d ' ' -)"
kill_hard t
start t --lease 1h --attempts 2 --backoff 1h "$@"
same "after a kill" "1 0 0 1 1" "$(counts)"
same "CANCEL" 1 "$(raw t CANCEL i)"
same "the dead one alone" "0 0 0 0 1" "$(counts)"
same "REQUEUE" 1 "$(raw t REQUEUE i "$(echo "$second" | cut -d ' ' -f 2)")"
same "the dead one" "i 1 given 1 0" "$(row | cut -d ' ' -f 1,3-)"

# Dead in its own place, and armed with the very same request: it fires again.
for attempt in 1 2; do
    fires dead
    [ $attempt = 1 ] || same "ARM of a dead one" 1 "$(stat t ready)"
    for _ in 1 2; do
        generation=$(row | cut -d ' ' -f 2)
        raw t NACK i "$generation" DELAY 0 >>log
    done
done
same "dead" "0 0 1 0 2" "$(counts)"
stop t
