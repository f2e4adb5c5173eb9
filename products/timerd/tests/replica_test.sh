#!/bin/sh
# replica_test.sh redis PROGRAM: nothing is written to a Redis that is a replica, although this one takes what is written: one
# that --store names, one that a Sentinel takes for the master, one that was a master when timerd began.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/sentinels.sh"
far=9000000000000
replica_of() { same "REPLICAOF $*" OK "$(redis-cli -p "$redis_port" REPLICAOF "$@")"; }
same "it takes what is written" OK "$(redis-cli -p "$redis_port" CONFIG SET replica-read-only no)"
keys() { redis-cli -p "$redis_port" --raw KEYS '*' | sort | paste -s -d ' ' -; }

replica_of 127.0.0.1 1
same "SET" OK "$(redis-cli -p "$redis_port" SET a x)"
status=0
timeout 60 "$program" --store "$store" --listen t.sock "--store-timeout=$patience" >ends.out 2>ends.err || status=$?
same "status with a replica" 1 $status
same "what it says" "timerd: $store: it is a replica (--unsafe takes it)" "$(cat ends.err)"
same "what is written" a "$(keys)"

# --unsafe takes the settings of a Redis, and not another Redis than the master.
start_sentinel "$redis_port" 3600000
store=sentinel:jobs@127.0.0.1:$port
begin t --unsafe
until_ grep -q 'it is no master yet, or no more; trying again' t.err
until_ stat_above t uptime-ms 2000 # it has tried again
same "it is not up" "0 0" "$(stat t store-up) $(grep -c . t.out)"
same "what is written to a replica that a Sentinel names" a "$(keys)"
replica_of NO ONE
until_ is_ready t
stop t

start t --inspect 200ms
same "ARM" OK "$(ask t ARM before $far x)"
replica_of 127.0.0.1 1
until_ stat_is t store-up 0
ask t ARM refused $far x | grep -q '^(error) STORE ' || fail "ARM is not refused"
replica_of NO ONE
until_ stat_is t store-up 1
until_ answers OK t ARM after $far x
same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
same "what was refused" '(nil)' "$(ask t GET refused)"
same "losses" 0 "$(stat t losses)"
stop t
