#!/bin/sh
# requests_test.sh ENGINE PROGRAM: the same requests, asked by redis-cli, have the same answers whatever the engine is:
# those in requests.out. A generation is printed as G: engines count differently.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
start t --lease 1h

try() {
    echo "> $(echo "$*" | cut -c 1-80)"
    ask t "$@" | sed 's/^\( *\)\(.*\) 2) (integer) [0-9]*$/\1\2 2) (integer) G/; s/^\( *\)2) (integer) [0-9]*$/\12) (integer) G/'
}

generation() { raw t GET "$1" | sed -n 2p; }

long_id=$(printf '%0255d' 0)
long_payload=$(printf '%065536d' 0)
far=9000000000000 least=1000
{
    try PING
    try ping hello
    try HELLO
    try HELLO 3
    try HELLO 4
    try HELLO 2 AUTH me secret
    try AUTH secret
    try SELECT 0
    try SELECT 1
    ask t INFO | grep -o -e timerd_version -e loading:0
    try COMMAND DOCS
    try CLIENT SETNAME me
    echo "- waiting timers"
    try NEXT
    try GET a
    try ARM a $far 'pay load'
    try GET a
    try NEXT
    before=$(generation a)
    try ARM a $far 'pay load'
    same "generation after a repeated ARM" "$before" "$(generation a)"
    try ARM a $far other
    try ARM a 8000000000000 other
    try ARM a 8000000000000 other PERIOD 60000
    try get a
    [ "$(generation a)" -gt "$before" ] || fail "a move has the generation of what it moved"
    try CANCEL a
    try CANCEL a
    try GET a
    try ARM a 9007199254740991 '' period 9007199254740991
    try GET a
    try CANCEL a
    # shellcheck source=/dev/null
    . "$TW_SOURCE/products/timerd/tests/requests_firings.sh"
    echo "- list"
    try LIST 10
    for i in 1 2 3; do
        ask t ARM "l:$i" $((far - 500 + i)) x >>log
        ask t ARM "m:$i" $((far - 400 + i)) x PERIOD 7 >>log
    done
    ask t ARM "l:same" $((far - 499)) x >>log
    try LIST 2
    try LIST 1 FROM $((far - 499)) AFTER l:1
    try LIST 10 PREFIX m: TO $((far - 397))
    try LIST 10 PREFIX l: FROM $((far - 498))
    from='' seen=0
    while :; do # to the end, two at a time
        # shellcheck disable=SC2086
        raw t LIST 2 $from >part
        seen=$((seen + $(grep -c '^[lm]:' part)))
        [ -n "$(sed -n 1p part)" ] || break
        seen=$((seen - 1)) # the id in front says where to go on
        from="FROM $(sed -n 1p part) AFTER $(sed -n 2p part)"
    done
    same "timers, two at a time" 7 $seen
    for i in l:1 l:2 l:3 m:1 m:2 m:3 l:same; do
        raw t CANCEL $i >>log
    done
    echo "- bad requests change nothing"
    try ARM keep $far payload
    for request in NOPE ARM 'ARM x' 'ARM x 1' 'ARM x 1 y PERIOD' 'ARM x 1 y PERIOD 0' 'ARM x 1 y PERIOD -1' \
        'ARM x 1 y PERIOD 1 z' 'ARM x 1 y SOONER 1' 'ARM x -1 y' 'ARM x 9007199254740992 y' 'ARM x 1.5 y' 'ARM x +1 y' \
        'ARM x 1x y' 'ARM keep 99999999999999999999 y' CANCEL 'CANCEL x y' GET 'NEXT x' TAKE 'TAKE 0' 'TAKE 1001' \
        'TAKE x' 'TAKE 1 BLOCK' 'TAKE 1 BLOCK x' 'TAKE 1 WAIT 1' 'ACK keep' 'ACK keep 0' 'ACK keep x' DEAD 'DEAD 0' \
        'DEAD 1 SKIP' 'DEAD 1 SKIP x' 'DEAD 1 BEHIND 1' \
        'STATS x' 'SHUTDOWN x' CLIENT 'NACK x' 'NACK x 1 DELAY' 'NACK x 1 DELAY x' 'NACK x 1 AFTER 1' 'TOUCH x' \
        'REQUEUE x 0' LIST 'LIST 0' 'LIST 1 FROM' 'LIST 1 FROM x' 'LIST 1 SIZE 1'; do
        # shellcheck disable=SC2086
        try $request
    done
    try ARM '' 1 y
    try ARM "${long_id}0" 1 y
    try CANCEL ''
    try ARM x 1 "${long_payload}0"
    try GET keep
    same "requests that were refused" 55 "$(stat t bad-requests)"
    echo "- the longest"
    try ARM "$long_id" $far "$long_payload"
    same "the payload comes back" "$long_payload" "$(raw t GET "$long_id" | sed -n 4p)"
    try CANCEL "$long_id"
    echo "- bytes"
    printf 'bytes\r\n $ * \377' >bytes
    try -X KEY ARM KEY $far x <bytes
    try -X KEY GET KEY <bytes
    try NEXT
    same "timers that wait" 2 "$(stat t waiting)"
} >got
diff -u "$TW_SOURCE/products/timerd/tests/requests.out" got || fail "- what should be answered, + what is"
status=0
ask t SHUTDOWN >answer
same SHUTDOWN OK "$(cat answer)"
# shellcheck disable=SC2154
wait "$t" || status=$?
same "status after SHUTDOWN" 0 $status
[ ! -e t.sock ] || fail "the socket is still there"
