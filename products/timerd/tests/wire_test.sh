#!/bin/sh
# wire_test.sh ENGINE PROGRAM: bytes that redis-cli does not send: lines of words, requests in pieces and many at once,
# things that are no RESP. TCP and a Unix socket, several timerds, and a name that is taken.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/speak.sh"
start t

same "lines" '+PONG|$1|x|:0|' "$(speak 'PING\r\n' 'PING x\nCANCEL y\n')"
same "empty lines" '+PONG|' "$(speak '\r\n\n  \r\n' 'PING\r\n')"
same "a line in pieces" '+PONG|' "$(speak PI 'NG\r' '\n')"
same "a request in pieces" '+PONG|' "$(speak '*1\r' '\n$4' '\r\nPI' 'NG\r' '\n')"
same "many requests" '+PONG|+PONG|:0|+PONG|' \
    "$(speak '*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nPING\r\n*2\r\n$6\r\nCANCEL\r\n$1\r\nx\r\n*1\r\n$4\r\nPING\r\n')"
same "an empty array is no request" '+PONG|' "$(speak '*0\r\n*1\r\n$4\r\nPING\r\n')"
same "QUIT, and what follows" '+OK|' "$(speak '*1\r\n$4\r\nQUIT\r\n*1\r\n$4\r\nPING\r\n')"
version=$(sed -n 's/^#define TW_VERSION  *"\(.*\)"/\1/p' "$TW_SOURCE/node.h")
hello="\$6|server|\$6|timerd|\$7|version|\$${#version}|$version|\$5|proto|"
rest='$4|mode|$10|standalone|$4|role|$6|master|$7|modules|*0|'
same "a null of RESP3 and of RESP2" "\$-1|%6|$hello:3|${rest}_|_|*12|$hello:2|$rest\$-1|" \
    "$(speak 'GET x\r\nHELLO 3\r\nGET x\r\nNEXT\r\nHELLO 2\r\nGET x\r\n')"
same "TAKE holds what follows it" '*0|+PONG|' "$(speak 'TAKE 1 BLOCK 1\r\nPING\r\n' '?')"

# Requests that come together share a commit.
arms=$(for i in $(seq 300); do printf '*4\\r\\n$3\\r\\nARM\\r\\n$4\\r\\n%04d\\r\\n$1\\r\\n9\\r\\n$1\\r\\nx\\r\\n' "$i"; done)
before=$(stat t commits)
same "answers to 300 ARM" 300 "$(speak "$arms" | tr '|' '\n' | grep -c '^+OK$')"
until_ stat_is t fired 300
[ $(($(stat t commits) - before)) -lt 50 ] || fail "commits of 300 requests: $(($(stat t commits) - before))"
raw t TAKE 1000 | awk 'NR % 6 == 1 { print } NR % 6 == 2 { print }' | paste -d ' ' - - | sed 's/^/ACK /' |
    redis-cli -s t.sock | sort | uniq -c | awk '{ print $1, $2 }' >acks
same "ACK of 300 firings" "300 1" "$(cat acks)"

no_resp='-ERR Protocol error: this is no request in RESP|'
for bytes in ':1\r\n' '+PING\r\n' '$-1\r\n' ',1.5\r\n' '#t\r\n' '_\r\n' '(123\r\n' '=7\r\ntxt:abc\r\n' '~1\r\n$4\r\nPING\r\n' \
    '*1\r\n$4\r\nPING\r\n' '$x\r\n' '$01\n' '$4\r\nPINGPING\r\n' '%1\r\n' '!\r\n'; do
    same "an element that is no bulk string: $bytes" "+PONG|$no_resp" "$(speak "*1\r\n\$4\r\nPING\r\n*1\r\n${bytes}PING\r\n")"
done
same "a null array" "$no_resp" "$(speak '*-1\r\n')"
same "too many elements" "$no_resp" "$(speak '*1025\r\n')"
same "a huge array" "$no_resp" "$(speak '*1000000000000\r\n')"
same "a header without end" "$no_resp" "$(speak '*00000000000000001')"
same "a size without end" "$no_resp" "$(speak '*1\r\n$0000000000000001')"
# What is no array is a line of words, whatever type of RESP3 it begins with.
for bytes in ',1.5' '#t' '_' '(123' ':1' '+x' '-x' '>1'; do
    same "a line: $bytes" '+PONG|-ERR unknown command|+PONG|' "$(speak "*1\r\n\$4\r\nPING\r\n$bytes\r\nPING\r\n")"
done
same "a word that RESP3 has no string for" "-ERR Protocol error: this is no request in RESP|" \
    "$(speak '*4\r\n$3\r\nARM\r\n$1\r\nx\r\n$1\r\n1\r\n,1.5\r\n*2\r\n$3\r\nGET\r\n$1\r\nx\r\n')"
# One byte more than a mebibyte: nothing is left unread, so that the answer is not overtaken by a reset.
same "a line without end" '-ERR Protocol error: the request is too long|' \
    "$(speak '<1048577>')"
same "a request without end" '-ERR Protocol error: the request is too long|' \
    "$(speak '*1\r\n$1048566\r\n')"
same "as many words as there may be" '-ERR wrong number of arguments|' \
    "$(speak '*1024\r\n$4\r\nPING\r\n[1023]')"
same "half a request does nothing" '' "$(speak '*4\r\n$3\r\nARM\r\n$1\r\nx\r\n$1\r\n1\r\n$1\r\n')"
same "timers" 0 "$(stat t waiting)"

# TCP on a free port.
"$program" --store "lmdb:tcp" --listen 127.0.0.1:0 >tcp.out 2>tcp.err &
tcp=$!
started="$started $tcp"
until_ grep -q '^timerd: ready on 127.0.0.1:[1-9][0-9]*$' tcp.out
port=$(sed 's/.*://' tcp.out)
same "PING over TCP" PONG "$(redis-cli -p "$port" PING)"
# A consumer that goes away while it waits takes no row with it: over a Unix socket, over TCP.
for place in '-s t.sock' "-p $port"; do
    # shellcheck disable=SC2086
    blocked() { [ "$(redis-cli $place --raw STATS | sed -n '/^blocked$/{n;p}')" = "$1" ]; }
    # shellcheck disable=SC2086
    redis-cli $place TAKE 1 BLOCK 0 >>log &
    gone=$!
    until_ blocked 1
    kill_hard gone
    until_ blocked 0
done

# A port and a path that are taken; a path that a killed one has left is free.
for place in "$port" t.sock; do
    status=0
    "$program" --store "lmdb:other" --listen "$place" >taken.out 2>taken.err || status=$?
    same "status where $place is taken" 1 $status
    grep -q "$place: Address already in use" taken.err || fail "it says: $(cat taken.err)"
done
kill_hard t
start t
same "PING" PONG "$(ask t PING)"
kill -INT "$t"
status=0
wait "$t" || status=$?
same "status after SIGINT" 0 $status
