#!/bin/sh
# backlog_test.sh ENGINE PROGRAM [FIRINGS]: 10^5 firings of one id, whose consumer was away, are taken and acknowledged; a
# CANCEL ends as many.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
n=${3:-100000} TW_TRIES=6000
start t --shards 2 --lease 1h
for id in many cancelled; do
    ask t ARM $id 1 x PERIOD 1 >>log
done
until_ stat_above t ready $((2 * n))
for id in many cancelled; do
    ask t ARM $id 9000000000000 x >>log # no more firings
done
ready=$(stat t ready)
raw t CANCEL cancelled >>log
left=$(stat t ready)
[ "$left" -lt "$ready" ] || fail "CANCEL ends no firing"
acked=0
while [ $acked -lt "$left" ]; do
    raw t TAKE 1000 BLOCK 60000 | paste -d ' ' - - - - - - | awk '{ print "ACK", $1, $2 }' >acks
    same "firings of another id" 0 "$(grep -cv '^ACK many ' acks)"
    redis-cli -s t.sock <acks >answers
    same "ACKs that count" "$(wc -l <acks)" "$(grep -c '^1$' answers)"
    acked=$((acked + $(wc -l <acks)))
done
same "nothing is left" "0 0 0" "$(stat t ready) $(stat t leased) $(stat t dead)"
same "store-errors" 0 "$(stat t store-errors)"
stop t
