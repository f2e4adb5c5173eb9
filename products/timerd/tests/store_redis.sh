# Sourced by store_test.sh: how a Redis becomes unusable and usable again.
# shellcheck disable=SC2034,SC2154 # case and t are given; store_far.sh reads place

set_() { same "CONFIG SET $1" OK "$(redis-cli -p "$redis_port" CONFIG SET "$1" "$2")"; } # SETTING VALUE
place=redis:127.0.0.1:$redis_port
start_far() { start_redis "$redis_port"; }
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/store_far.sh"

case $case in
alone | refused | restart) far_case ;;
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
