#!/bin/sh
# owners_test.sh redis PROGRAM [STARTS]: what a timerd does about the leases of its shards, and about the channel on which it is
# told of timers that others arm, when answers are lost, when much is said as it starts, and when it leaves.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
set -- --shards 16 --shard-lease 1s --window 1h
start b "$@"
until_ stat_is b shards-owned 16

# Released by a call whose answer was lost: the lease has no owner, and the token that its owner knew. It is taken anew.
owners() { for i in $(seq 0 15); do redis-cli -p "$redis_port" HGET "timerd:{$i}:lease" owner; done | grep -c .; }
have_owners() { [ "$(owners)" = "$1" ]; }
for i in $(seq 0 15); do
    redis-cli -p "$redis_port" HSET "timerd:{$i}:lease" owner '' until 0 >>log
done
until_ have_owners 16

# Started while others tell of ready timers without a pause, each listens to its own channel as well.
floods=''
for i in 1 2 3; do
    redis-cli -p "$redis_port" -r -1 PUBLISH timerd:ready 0 >/dev/null &
    floods="$floods $!"
done
started="$started $floods"
# shellcheck disable=SC2154
hears() { [ "$(redis-cli -p "$redis_port" PUBSUB CHANNELS "timerd:owner:*:$c:*" | grep -c .)" = 1 ]; }
for i in $(seq "${3:-5}"); do
    start c "$@"
    until_ hears
    stop c
done
# shellcheck disable=SC2086 # a list
kill -9 $floods

# SIGTERM gives the shards back, so that the other one need not wait for the lease's end, and takes the name off the list.
start a "$@"
until_ stat_is a shards-owned 8
stop a
members() { redis-cli -p "$redis_port" ZCARD timerd:members; }
alone() { [ "$(members)" = 1 ]; }
until_ alone
until_ stat_is b shards-owned 16
stop b
same "members" 0 "$(members)"
same "shards that have an owner" 0 "$(owners || true)"
