#!/bin/sh
# clients_test.sh lmdb PROGRAM CLIENT [MATRIX]: a client of Redis at its defaults is one of timerd, with a password and
# without; MATRIX is that of hiredis. Or a client of this repository: node, python, c, whose program is MATRIX.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
client=$3 matrix=${4:-} here=$TW_SOURCE/products/timerd/tests/clients
packages=$(dirname "$TW_WORK")/timerd_packages

listen() { # [OPTION...]
    : >t.out # or the port of the last one is read, while the new one has not emptied it
    "$program" --store lmdb:data --listen 0 --backoff 10ms "$@" >t.out 2>>t.err &
    t=$!
    started="$started $t"
    until_ is_ready t
    port=$(sed -n 's/^timerd: ready on 127.0.0.1://p' t.out)
}

from_npm() {
    need node
    [ -f "$packages/fetched" ] || skip "the packages of npm were not fetched"
    ln -s "$packages/node_modules" node_modules
}

redis_cli() { # PORT [PASSWORD]
    redis-cli -p "$1" ${2:+-a "$2" --no-auth-warning} ARM cli 1 'pay load' >answer
    same "ARM" OK "$(cat answer)"
    redis-cli -p "$1" ${2:+-a "$2" --no-auth-warning} TAKE 1 BLOCK 60000 >row
    same "TAKE" "cli pay load" "$(sed -n '1p;4p' row | paste -s -d ' ' -)"
    same "ACK" 1 "$(redis-cli -p "$1" ${2:+-a "$2" --no-auth-warning} ACK cli "$(sed -n 2p row)")"
}

case $client in
ioredis | node-redis) from_npm && cp "$here/matrix.mjs" . ;;
redis-py) redis_py ;;
node) from_npm && cp "$here/node_test.mjs" "$TW_SOURCE"/products/timerd/clients/node/*.mjs . ;;
python) redis_py ;;
esac
try() { # PORT [PASSWORD]
    case $client in
    ioredis | node-redis) timeout 120 node matrix.mjs "$client" "$@" ;;
    redis-py) timeout 120 $python "$here/matrix.py" "$@" ;;
    hiredis | c) timeout 120 "$matrix" "$@" ;;
    redis-cli) redis_cli "$@" ;;
    node) timeout 120 node node_test.mjs "$@" ;;
    python) PYTHONPATH=$TW_SOURCE/products/timerd/clients/python PYTHONDONTWRITEBYTECODE=1 \
        timeout 120 $python "$here/python_test.py" "$@" ;;
    esac
}

# hiccups: the client goes on through the troubles of hiccups.py, and asks what it should.
hiccups() {
    rm -f end && mkfifo end
    : >h.out
    python3 "$here/hiccups.py" <end >h.out &
    h=$!
    started="$started $h"
    exec 9>end
    until_ test -s h.out
    try "$(sed -n 1p h.out)" hiccups || fail "$client ends at a hiccup"
    echo >&9
    wait $h
    sed 1d h.out | grep -v '^TAKE$' | paste -s -d , >asked
    same "requests" "ACK one 7,ACK one 7,ACK one 7,ACK two 7,ACK $(printf 'o\303\277\303\276') 7,NACK again 7 DELAY 500,NACK again 7 DELAY 500" "$(cat asked)"
}

case $client in
node | python | c)
    need python3
    for lease in 6s 60s; do # the longer one for a machine that stands still for seconds
        rm -rf data
        listen --lease $lease
        status=0
        try "$port" || status=$?
        stop t
        [ $status -ne 0 ] || break
    done
    same "status of $client" 0 $status
    hiccups
    exit 0
    ;;
esac
listen
try "$port" || fail "$client"
stop t
echo 'consume secret' >passwords
chmod 600 passwords
listen --password-file passwords
try "$port" secret || fail "$client with a password"
status=0
(try "$port" wrong) >>log 2>&1 || status=$?
[ $status -ne 0 ] || fail "$client is served with a wrong password"
stop t
