#!/bin/sh
# sentinel_test.sh redis PROGRAM: a Redis that is known by its Sentinels. It dies, they make its replica the master, and timerd
# goes on there with what had reached it. Guards against a timerd that stays with the Redis that was the master.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
first=$redis first_port=$redis_port far=9000000000000
start_redis
replica_port=$redis_port
redis-cli -p "$replica_port" REPLICAOF 127.0.0.1 "$first_port" >>log
replicates() { redis-cli -p "$replica_port" INFO replication | grep -q '^master_link_status:up'; }
until_ replicates

# A Sentinel on a free port, found by trying; it keeps what it knows in its file.
sentinel_answers() { [ "$(redis-cli -p "$port" PING 2>/dev/null)" = PONG ] || ! kill -0 "$sentinel" 2>/dev/null; }
sentinel() {
    port=$(od -An -N2 -tu2 /dev/urandom | awk '{ print 20000 + $1 % 10000 }')
    printf '%s\n' "port $port" "bind 127.0.0.1" "sentinel monitor jobs 127.0.0.1 $first_port 1" \
        "sentinel down-after-milliseconds jobs 1000" "sentinel failover-timeout jobs 5000" >sentinel.conf
    redis-server sentinel.conf --sentinel >sentinel.log 2>&1 &
    sentinel=$!
    started="$started $sentinel"
    until_ sentinel_answers
    kill -0 "$sentinel" 2>/dev/null || sentinel
}
sentinel
sees_replica() { redis-cli -p "$port" SENTINEL REPLICAS jobs | grep -q "127.0.0.1:$replica_port"; }
until_ sees_replica

nowhere=$((first_port == 20000 ? 20001 : 20000)) # no Sentinel is there, or none that knows
status=0
timeout 60 "$program" --store "sentinel:others@127.0.0.1:$port" --listen t.sock >ends.out 2>ends.err || status=$?
same "status with another master" 1 $status
same "what it says" "timerd: sentinel:others@127.0.0.1:$port: this Sentinel knows no such master" "$(cat ends.err)"

store=sentinel:jobs@127.0.0.1:$nowhere,127.0.0.1:$port
start t
same "ARM" OK "$(ask t ARM before $far x)"
same "the replica has it" 1 "$(redis-cli -p "$first_port" WAIT 1 0)"
kill -9 "$first"
until_ stat_is t store-up 0
until_ stat_is t store-up 1
same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
same "where it is" 1 "$(redis-cli -p "$replica_port" --raw KEYS 'timerd:format' | grep -c .)"
same "ARM" OK "$(ask t ARM soon $(($(now t) + 100)) x)"
same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
same "losses" 0 "$(stat t losses)"
stop t
