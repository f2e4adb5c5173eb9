#!/bin/sh
# sentinel_test.sh redis PROGRAM: a Redis that is known by its Sentinels. It dies, they make its replica the master, and timerd
# goes on there with what had reached it. Guards against a timerd that stays with the Redis that was the master.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/sentinels.sh"
first=$redis first_port=$redis_port far=9000000000000
start_redis
replica_port=$redis_port
redis-cli -p "$replica_port" REPLICAOF 127.0.0.1 "$first_port" >>log
replicates() { redis-cli -p "$replica_port" INFO replication | grep -q '^master_link_status:up'; }
until_ replicates

start_sentinel "$first_port" 3600000
sees_replica() { redis-cli -p "$port" SENTINEL REPLICAS jobs | grep -q "127.0.0.1:$replica_port"; }
until_ sees_replica

nowhere=$((first_port == 20000 ? 20001 : 20000)) # no Sentinel is there, or none that knows
status=0
timeout 60 "$program" --store "sentinel:others@127.0.0.1:$port" --listen t.sock "--store-timeout=$patience" >ends.out 2>ends.err || status=$?
same "status with another master" 1 $status
same "what it says" "timerd: sentinel:others@127.0.0.1:$port: this Sentinel knows no such master" "$(cat ends.err)"

store=sentinel:jobs@127.0.0.1:$nowhere,127.0.0.1:$port
start t
same "ARM" OK "$(ask t ARM before $far x)"
same "the replica has it" 1 "$(redis-cli -p "$first_port" WAIT 1 0)"
same "the Sentinel is told to act" OK "$(redis-cli -p "$port" SENTINEL SET jobs down-after-milliseconds 1000)"
kill -9 "$first"
until_ stat_is t store-up 0
until_ stat_is t store-up 1
same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
same "where it is" 1 "$(redis-cli -p "$replica_port" --raw KEYS 'timerd:format' | grep -c .)"
same "ARM" OK "$(ask t ARM soon $(($(now t) + 100)) x)"
same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
same "losses" 0 "$(stat t losses)"
stop t
