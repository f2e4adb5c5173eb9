# shellcheck disable=SC2154 # case, engine and what store_test.sh sets are given
# Sourced by store_redis.sh and store_postgres.sh: what is the same for a store that is a process of its own. `place` is what
# timerd calls it, and start_far starts it again.

count_descriptors() { find "/proc/$t/fd" -type l | wc -l; }

ends() { # OPTION...: a start, which ends with status 1; its messages are in refused.err
    status=0
    timeout 60 "$program" --store "$store" "$@" --listen second.sock "--store-timeout=$patience" >refused.out 2>refused.err || status=$?
    same "status of a start that ends" 1 $status
}

is_refused() { # WHY
    ends
    same "what it says" "timerd: $place: $1 (--unsafe takes it)" "$(cat refused.err)"
}

far_case() {
    case $case in
    alone)
        start t --shards 8
        arms before
        ends --shards 9
        same "its message" 1 "$(grep -c 'has --shards 8, not 9' refused.err)"
        ;;
    refused)
        kill_hard "$engine"
        start_unready t
        refuses || fail "nobody listens, and it answers"
        same "it is not up" "0 0" "$(stat t store-up) $(stat t waiting)"
        descriptors=$(count_descriptors)
        sleep 3 # it tries again and again
        start_far
        until_ is_ready t
        [ "$(count_descriptors)" -le $((descriptors + 4)) ] || fail "descriptors: $descriptors, now $(count_descriptors)"
        until_ arms before
        ;;
    restart)
        start t --shard-lease 300ms
        arms before
        kill_hard "$engine"
        until_ refuses
        raw t TAKE 1 BLOCK 1 | grep -q '^STORE ' || fail "TAKE does not say that there is no store"
        start_far
        ;;
    *) fail "no case $case" ;;
    esac
}
