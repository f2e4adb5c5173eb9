#!/bin/sh
# measure.sh TIMERD [ARMINGS [ROWS]]: armings a second that timerd acknowledges, over LMDB and over Redis with
# `appendfsync always`, each beside what the engine alone writes in the same way; then the memory of timerd while ROWS far
# timers wait, and how long a restart takes. redis-benchmark is the client: 50 connections, 16 requests ahead on each.
# Medians of 3. Wants redis-server, redis-tools and the headers of LMDB.
set -eu
case ${1:-} in
--help) sed -n '2,5s/^# //p' "$0"; exit 0 ;;
'' | -*) echo "usage: measure.sh TIMERD [ARMINGS [ROWS]]" >&2; exit 2 ;;
esac
timerd=$(realpath "$1") armings=${2:-200000} rows=${3:-1000000}
case $armings$rows in *[!0-9]*) echo "measure.sh: ARMINGS and ROWS are numbers" >&2; exit 2 ;; esac
for program in redis-server redis-benchmark redis-cli cc; do
    command -v $program >/dev/null || { echo "measure.sh: there is no $program here" >&2; exit 2; }
done

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server='' store=''
stop() {
    for pid in $server $store; do kill "$pid" 2>/dev/null && wait "$pid" || :; done
    server='' store=''
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
cd "$work"
cc -std=c99 -O2 "$here/bare_lmdb.c" -o bare_lmdb -llmdb
far=$(($(date +%s) * 1000 + 86400000))

# Servers listen on Unix sockets, which they make when they are ready.
await() {
    tries=0
    until redis-cli -s "$1" "$2" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 6000 ] || { echo "measure.sh: no server came up" >&2; exit 1; }
        sleep 0.01
    done
}
start_redis() {
    rm -rf redis && mkdir redis
    redis-server --port 7398 --bind 127.0.0.1 --unixsocket "$work/redis.socket" --dir "$work/redis" --appendonly yes \
        --appendfsync always --save '' >redis.log &
    store=$!
    await redis.socket PING
}
start_timerd() {
    "$timerd" --store "$1" --listen timerd.socket >timerd.log 2>&1 &
    server=$!
    await timerd.socket NEXT
}
# load SOCKET REQUESTS WORD...: requests a second.
load() {
    socket=$1 n=$2
    shift 2
    redis-benchmark -s "$socket" -n "$n" -c 50 -P 16 -r 1000000000 -q "$@" 2>/dev/null | tr '\r' '\n' |
        sed -n 's/.* \([0-9]*\)[.0-9]* requests per second.*/\1/p' | tail -n 1
}
median() { sort -n | sed -n 2p; }
three() { for turn in 1 2 3; do "$@"; done | median; }

bare_lmdb() {
    rm -rf bare && mkdir bare
    ./bare_lmdb bare "$armings" 800 # as many as are on their way at once
}
arm_lmdb() {
    rm -rf lmdb
    start_timerd lmdb:lmdb
    load timerd.socket "$armings" ARM key:__rand_int__ "$far" payload
    stop
}
bare_redis() {
    start_redis
    load redis.socket "$armings" SET key:__rand_int__ 0123456789012345678901234567890123456789
    stop
}
arm_redis() {
    start_redis
    start_timerd redis:127.0.0.1:7398
    load timerd.socket "$armings" ARM key:__rand_int__ "$far" payload
    stop
}

printf '%-44s %12s\n' "$armings armings, acknowledged" 'a second'
printf '%-44s %12s\n' 'LMDB alone, two writes a row, 800 a commit' "$(three bare_lmdb)"
printf '%-44s %12s\n' 'timerd over LMDB' "$(three arm_lmdb)"
printf '%-44s %12s\n' 'Redis alone, SET' "$(three bare_redis)"
printf '%-44s %12s\n' 'timerd over Redis' "$(three arm_redis)"

echo "filling $rows rows" >&2
rm -rf lmdb
start_timerd lmdb:lmdb
load timerd.socket "$rows" ARM key:__rand_int__ "$far" payload >/dev/null
stop
since=$(date +%s%N)
start_timerd lmdb:lmdb
until=$(date +%s%N)
waiting=$(redis-cli -s timerd.socket STATS | sed -n '/^waiting$/{n;p;}')
anonymous=$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$server/status")
printf '%-44s %12s\n' "far timers that wait over LMDB" "$waiting" 'memory of timerd, without the map (KiB)' "$anonymous" \
    'restart until NEXT is answered (ms)' $(((until - since) / 1000000))
