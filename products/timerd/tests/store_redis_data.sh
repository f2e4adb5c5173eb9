# shellcheck disable=SC2154 # case, far and redis_port are given
# Sourced by store_redis.sh: what a Redis has of timers is not yet read, of another format, lost or damaged.
case $case in
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
    for format in 3 5 ''; do
        if [ -n "$format" ]; then
            redis-cli -p "$redis_port" SET timerd:format "$format" >>log
        else
            redis-cli -p "$redis_port" DEL timerd:format >>log
        fi
        ends
        grep -q "its format is ${format:-1}, not 4" refused.err || fail "it says: $(cat refused.err)"
    done
    redis-cli -p "$redis_port" SET timerd:format 4 >>log
    start t --prefix other
    same "timers of another prefix" 0 "$(stat t waiting)"
    ask t ARM other $far x >>log
    same "its key" 1 "$(redis-cli -p "$redis_port" --raw KEYS 'other:{*}:rows' | grep -c .)"
    stop t
    start t
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
*) fail "no case $case" ;;
esac
