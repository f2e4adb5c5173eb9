# Sourced by store_test.sh: how a Redis becomes unusable and usable again.
# shellcheck disable=SC2154 # case and t are given

set_() { same "CONFIG SET $1" OK "$(redis-cli -p "$redis_port" CONFIG SET "$1" "$2")"; } # SETTING VALUE
count_descriptors() { find "/proc/$t/fd" -type l | wc -l; }
is_refused() {                                                                            # WHY
    status=0
    timeout 60 "$program" --store "$store" --listen t.sock >refused.out 2>refused.err || status=$?
    same "status, where $1" 1 $status
    same "what it says" "timerd: redis:127.0.0.1:$redis_port: $1 (--unsafe takes it)" "$(cat refused.err)"
}

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
    start_unready t
    refuses || fail "nobody listens, and it answers"
    same "it is not up" "0 0" "$(stat t store-up) $(stat t waiting)"
    descriptors=$(count_descriptors)
    sleep 3 # it tries again and again
    start_redis "$redis_port"
    until_ is_ready t
    [ "$(count_descriptors)" -le $((descriptors + 4)) ] || fail "descriptors: $descriptors, now $(count_descriptors)"
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
full) # it can be emptied
    start t --lease 1h
    arms before
    arms cancelled
    arms held
    redis-cli -p "$redis_port" CONFIG SET maxmemory 1 >>log
    until_ refuses
    same "CANCEL" 1 "$(raw t CANCEL cancelled)"
    redis-cli -p "$redis_port" CONFIG SET maxmemory 0 >>log
    due=$(($(now t) + 1000))
    until_ answers OK t ARM held $due x
    redis-cli -p "$redis_port" CONFIG SET maxmemory 1 >>log
    row=$(raw t TAKE 1 BLOCK 60000)
    same "what fires" "held $due" "$(echo "$row" | sed -n '1p;3p' | paste -s -d ' ' -)"
    same "ACK" 1 "$(raw t ACK held "$(echo "$row" | sed -n 2p)")"
    refuses || fail "it has become larger"
    redis-cli -p "$redis_port" CONFIG SET maxmemory 0 >>log
    ;;
settings) # those of a Redis that would lose timers
    set_ appendonly no
    is_refused 'appendonly is not yes: it forgets timers when it ends'
    start t --unsafe
    arms unsafe
    stop t
    set_ appendonly yes
    set_ maxmemory-policy allkeys-lru
    is_refused 'maxmemory-policy is not noeviction: it drops timers'
    set_ maxmemory-policy noeviction
    redis-cli -p "$redis_port" REPLICAOF 127.0.0.1 1 >>log
    is_refused 'it is a replica'
    redis-cli -p "$redis_port" REPLICAOF NO ONE >>log
    start t --inspect 200ms
    arms before
    set_ appendonly no # while it runs
    until_ stat_is t store-up 0
    until_ refuses
    grep -q 'appendonly is not yes' t.err || fail "it says: $(cat t.err)"
    set_ appendonly yes
    ;;
flushed) # the scripts alone
    start t
    arms before
    redis-cli -p "$redis_port" SCRIPT FLUSH >>log
    same "ARM" OK "$(ask t ARM a $far x)"
    same "no error" 0 "$(stat t store-errors)"
    ;;
*)
    # shellcheck source=/dev/null
    . "$TW_SOURCE/products/timerd/tests/store_redis_data.sh"
    ;;
esac
