# Sourced by store_test.sh: how a Redis becomes unusable and usable again.
# shellcheck disable=SC2154 # case is given

set_() { same "CONFIG SET $1" OK "$(redis-cli -p "$redis_port" CONFIG SET "$1" "$2")"; } # SETTING VALUE
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
    start_redis "$redis_port"
    until_ is_ready t
    until_ arms before
    ;;
loading) # what it has on disk: it says meanwhile that appendonly is off
    start t
    arms before
    stop t
    seq 6000 | sed 's/.*/SET filler& x/' | redis-cli -p "$redis_port" >>log
    kill_hard redis
    redis-server --port "$redis_port" --bind 127.0.0.1 --dir "$PWD" --appendonly yes --save '' --key-load-delay 1000 \
        >redis.log 2>&1 &
    redis=$!
    started="$started $redis"
    is_loading() { redis-cli -p "$redis_port" INFO persistence | grep -q '^loading:1'; }
    until_ is_loading
    begin t
    until_ is_ready t
    ;;
format) # of another timerd
    start t
    arms before
    stop t
    for format in 4 ''; do
        if [ -n "$format" ]; then
            redis-cli -p "$redis_port" SET timerd:format "$format" >>log
        else
            redis-cli -p "$redis_port" DEL timerd:format >>log
        fi
        status=0
        "$program" --store "$store" --listen t.sock >refused.out 2>refused.err || status=$?
        same "status with format '$format'" 1 $status
        grep -q "its format is ${format:-1}, not 3" refused.err || fail "it says: $(cat refused.err)"
    done
    redis-cli -p "$redis_port" SET timerd:format 3 >>log
    start t --prefix other
    same "timers of another prefix" 0 "$(stat t waiting)"
    ask t ARM other $far x >>log
    same "its key" 1 "$(redis-cli -p "$redis_port" --raw KEYS 'other:{*}:rows' | grep -c .)"
    stop t
    start t
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
lost)
    start t --shards 4 --shard-lease 300ms
    arms before
    redis-cli -p "$redis_port" FLUSHALL >>log
    until_ stat_is t losses 1
    grep -q 'it has lost data: [1-4] shards were newer before' t.err || fail "it says: $(cat t.err)"
    until_ arms before
    until_ stat_is t shards-owned 4
    for i in 0 1 2 3; do # the generations alone, as after the loss of the last second
        redis-cli -p "$redis_port" DEL "timerd:{$i}:last" >>log
    done
    until_ stat_is t losses 2
    ;;
damaged) # a row of one shard, and all of another: the rest fires
    start t --shards 4 --shard-lease 300ms --window 1h
    until_ stat_is t shards-owned 4
    due=$(($(now t) + 1800000))
    for i in $(seq 40); do
        ask t ARM "d$i" $due x >>log
    done
    id=$(redis-cli -p "$redis_port" HKEYS 'timerd:{2}:rows' | head -n 1)
    redis-cli -p "$redis_port" HDEL 'timerd:{2}:rows' "$id" >>log
    redis-cli -p "$redis_port" SET 'timerd:{1}:due' damaged >>log
    kill_hard t
    start t --shards 4 --shard-lease 300ms --window 1h
    until_ grep -q 'timers of shard 2 that had no row: 1' t.err
    for i in $(seq 40); do # those of shard 1 are refused
        ask t ARM "d$i" 1 x
    done >answers
    until_ stat_is t ready "$(grep -c '^OK' answers)"
    [ "$(grep -c '^OK' answers)" -gt 20 ] || fail "requests to other shards are refused"
    until_ stat_above t quarantined 0
    grep -q 'shard 1 is damaged: its lease is given up for 3000 ms' t.err || fail "it says: $(cat t.err)"
    until_ stat_is t shards-owned 3
    redis-cli -p "$redis_port" DEL 'timerd:{1}:due' >>log
    until_ stat_is t shards-owned 4
    raw t TAKE 1000 >>log && arms before
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
