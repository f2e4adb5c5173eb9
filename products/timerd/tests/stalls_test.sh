#!/bin/sh
# stalls_test.sh redis PROGRAM: a Redis that stands still keeps nobody waiting who does not need it.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
start t
python3 "$TW_SOURCE/products/timerd/tests/stalls.py" t.sock "$redis" || fail "see above"
stop t

# One that stands still for longer than timerd waits for an answer: the ARM may be done or not, and is repeated.
arms() { answers OK t ARM z 9000000000000 x; }
start t --store-timeout 200ms
until_ arms
kill -STOP "$redis"
raw t ARM z 8000000000000 x | grep -Eq '^(UNSURE|STORE) ' || fail "a Redis that stands still answers"
until_ grep -q 'no answer in time (--store-timeout)' t.err
kill -CONT "$redis"
until_ arms
stop t

# STATS, NEXT, LIST and a TAKE ask all shards at once, and not one after the other: each comes in few pieces.
# Nothing else asks Redis meanwhile.
start t --prefix wide --shards 64 --window 1h --lease 1h --shard-lease 10m
until_ stat_above t loaded-until-ms 0
for i in $(seq 64); do
    echo "ARM s$i 1 x"
done | redis-cli -s t.sock >>log
until_ stat_is t ready 64
reads() { redis-cli -p "$redis_port" INFO stats | tr -d '\r' | sed -n 's/^total_reads_processed://p'; }
for request in STATS NEXT 'LIST 10' 'DEAD 10' 'TAKE 1000'; do
    before=$(reads)
    # shellcheck disable=SC2086
    raw t $request >>log
    [ $(($(reads) - before)) -lt 40 ] || fail "$request: Redis was read from $(($(reads) - before)) times"
done
same "leased" 64 "$(stat t leased)"
stop t

# 1024 shards are taken, and their timers read, in few pieces and not one after the other. Their owners are counted in Redis.
owned() {
    redis-cli -p "$redis_port" EVAL "local n = 0 for i = 0, 1023 do
        n = n + (#(redis.call('HGET', 'many:{' .. i .. '}:lease', 'owner') or '') > 0 and 1 or 0) end return n" 0
}
all_owned() { [ "$(owned)" = 1024 ]; }
before=$(reads)
start t --prefix many --shards 1024 --window 1h --shard-lease 10m
until_ all_owned
until_ stat_above t loaded-until-ms 0
[ $(($(reads) - before)) -lt 512 ] || fail "1024 shards: Redis was read from $(($(reads) - before)) times"
stop t
