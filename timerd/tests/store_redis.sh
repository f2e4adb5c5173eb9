# Sourced by store_test.sh: how a Redis becomes unusable and usable again.
# shellcheck disable=SC2154 # case is given

case $case in
alone)
    start t --shards 8
    arms before
    status=0
    "$program" --store "$store" --shards 9 --listen second.sock >second.out 2>second.err || status=$?
    same "status with another number of shards" 1 $status
    same "its message" 1 "$(grep -c 'has --shards 8, not 9' second.err)"
    ;;
refused)
    kill_hard redis
    start t
    refuses || fail "nobody listens, and it answers"
    same "it is not up" "0 0" "$(stat t store-up) $(stat t waiting)"
    start_redis "$redis_port"
    until_ arms before
    ;;
restart)
    start t --shard-lease 300ms
    arms before
    kill_hard redis
    until_ refuses
    raw t TAKE 1 BLOCK 1 | grep -q '^STORE ' || fail "TAKE does not say that there is no store"
    start_redis "$redis_port"
    ;;
read_only)
    start t
    arms before
    redis-cli -p "$redis_port" REPLICAOF 127.0.0.1 1 >>log
    until_ refuses
    redis-cli -p "$redis_port" REPLICAOF NO ONE >>log
    ;;
full)
    start t
    arms before
    redis-cli -p "$redis_port" CONFIG SET maxmemory 1 >>log
    until_ refuses
    redis-cli -p "$redis_port" CONFIG SET maxmemory 0 >>log
    ;;
flushed) # the scripts alone
    start t
    arms before
    redis-cli -p "$redis_port" SCRIPT FLUSH >>log
    same "ARM" OK "$(ask t ARM a $far x)"
    same "no error" 0 "$(stat t store-errors)"
    ;;
*) fail "no case $case" ;;
esac
