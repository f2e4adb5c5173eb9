#!/bin/sh
# store_test.sh ENGINE PROGRAM CASE: a store that cannot be used answers errors that change nothing, and all goes on when
# it can. full, read_only, map (LMDB); refused, read_only, restart, flushed, full (Redis). alone: a second timerd.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/durable/lib.sh"
far=9000000000000 case=$3

# unusable: requests are refused, what waited is not lost, what is due fires later.
refuses() { ask t ARM refused $far x | grep -q '^(error) STORE '; }
arms() { answers OK t ARM "$1" $far x; }
recovers() {
    until_ arms after
    same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
    same "what was refused" '(nil)' "$(ask t GET refused)"
    same "it is up" 1 "$(stat t store-up)"
    due=$(($(now t) + 200))
    until_ answers OK t ARM soon $due x
    same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
    stop t
}

# As a user who is not root, whom permissions stop.
unprivileged() {
    [ "$(id -u)" -eq 0 ] || return 0
    need setpriv
    chmod 777 . && chmod 755 "$(dirname "$program")" || true
    program=$TW_WORK/program
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups %s "$@"\n' "$2" >program
    chmod 755 program
    setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$2" || skip "nobody may not run $2"
}

limit_file() { prlimit --pid "$t" --fsize="$1:unlimited"; }

case $engine.$case in
lmdb.full)
    need prlimit
    start t
    arms before
    due=$(($(now t) + 500))
    ask t ARM held $due x >>log
    limit_file 40000 # a disk that is full, for this process
    until_ refuses
    until [ "$(now t)" -gt $((due + 300)) ]; do sleep 0.1; done
    limit_file unlimited
    same "what was due meanwhile" "held $due" "$(raw t TAKE 1 BLOCK 60000 | sed -n '1p;3p' | paste -s -d ' ' -)"
    ;;
lmdb.read_only)
    unprivileged "$@"
    mkdir data && chmod 777 data
    start t
    arms before
    stop t
    chmod -R a-w data
    start t
    same "it is not up" "STORE" "$(raw t TIME | cut -d ' ' -f 1)"
    refuses || fail "a read-only directory does not refuse"
    chmod -R a+w data
    ;;
lmdb.map)
    start t
    arms before
    head -c 60000 /dev/zero | tr '\0' x >payload
    for i in $(seq 600); do # 36 MB, in a map that begins with 16
        echo "ARM big$i $far $(cat payload)"
    done | redis-cli -s t.sock >answers
    same "answers" 600 "$(grep -c '^OK$' answers)"
    same "timers" 601 "$(stat t waiting)"
    kill_hard t
    start t
    same "timers after a kill" 601 "$(stat t waiting)"
    same "a payload" 60000 "$(raw t GET big600 | sed -n 4p | tr -d '\n' | wc -c)"
    same "no error" 0 "$(stat t store-errors)"
    ;;
lmdb.alone)
    start t
    arms before
    status=0
    "$program" --store lmdb:data --listen second.sock >second.out 2>second.err || status=$?
    same "status of a second timerd" 1 $status
    same "its message" 1 "$(grep -c 'another timerd has it' second.err)"
    ;;
redis.alone)
    start t --shards 8
    arms before
    status=0
    "$program" --store "$store" --shards 9 --listen second.sock >second.out 2>second.err || status=$?
    same "status with another number of shards" 1 $status
    same "its message" 1 "$(grep -c 'has --shards 8, not 9' second.err)"
    ;;
redis.refused)
    kill -9 "$redis"
    wait "$redis" || true
    start t
    refuses || fail "nobody listens, and it answers"
    same "it is not up" "0 0" "$(stat t store-up) $(stat t waiting)"
    start_redis "$redis_port"
    until_ arms before
    ;;
redis.restart)
    start t --shard-lease 300ms
    arms before
    kill -9 "$redis"
    wait "$redis" || true
    until_ refuses
    raw t TAKE 1 BLOCK 1 | grep -q '^STORE ' || fail "TAKE does not say that there is no store"
    start_redis "$redis_port"
    ;;
redis.read_only)
    start t
    arms before
    redis-cli -p "$redis_port" REPLICAOF 127.0.0.1 1 >>log
    until_ refuses
    redis-cli -p "$redis_port" REPLICAOF NO ONE >>log
    ;;
redis.full)
    start t
    arms before
    redis-cli -p "$redis_port" CONFIG SET maxmemory 1 >>log
    until_ refuses
    redis-cli -p "$redis_port" CONFIG SET maxmemory 0 >>log
    ;;
redis.flushed) # the scripts alone
    start t
    arms before
    redis-cli -p "$redis_port" SCRIPT FLUSH >>log
    same "ARM" OK "$(ask t ARM a $far x)"
    same "no error" 0 "$(stat t store-errors)"
    ;;
*) fail "no case $engine.$case" ;;
esac
recovers
