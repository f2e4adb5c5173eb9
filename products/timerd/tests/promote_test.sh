#!/bin/sh
# promote_test.sh redis|postgres PROGRAM: a store is killed while clients arm, and its copy takes its place. PostgreSQL that
# waits for its standby loses nothing that was acknowledged, and timerd finds it by itself. A replica of Redis loses what has
# not reached it, which the test prints, unless that Redis wants a replica for each write.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000

# armed NAME PREFIX N: arms, and puts the ids that were acknowledged on the list `acknowledged`.
armed() {
    for i in $(seq "$3"); do
        echo "ARM $2$i $far x"
    done >arms
    flood "$1" <arms >answers
    paste -d ' ' arms answers | sed -n 's/^ARM \([^ ]*\) .* +OK$/\1/p' >>acknowledged
}
lost() { # NAME: how many of `acknowledged` are not there?
    sed 's/^/GET /' acknowledged | flood "$1" | grep -c '^[$*]-1$' || true
}

: >acknowledged
case $engine in
postgres)
    start_standby() {
        pg_old=$pg_room pg_first=$postgres
        pg_copy=$(mktemp -d /tmp/timerd.XXXXXX)
        pg_basebackup -h "$pg_old" -U postgres -D "$pg_copy/data" -R -C -S copy --no-sync >>log 2>&1
        chmod 700 "$pg_copy/data"
        [ "$(id -u)" != 0 ] || chown -R postgres: "$pg_copy"
        pg_room=$pg_copy
        start_postgres
        pg_room="$pg_old $pg_copy"
        pg_now=$pg_old
    }
    start_standby
    # What is left of it shall not remain; finish() removes pg_room, a folder's name without blanks.
    trap 'status=$?; rm -rf "$pg_old" "$pg_copy"; pg_room=; finish $status' EXIT
    sql "alter system set synchronous_standby_names = '*'" >>log
    sql 'select pg_reload_conf()' >>log
    has_standby() { [ "$(sql 'select count(*) from pg_stat_replication')" = 1 ]; }
    until_ has_standby
    store="postgres:host=$pg_old,$pg_copy user=postgres dbname=postgres target_session_attrs=read-write"
    start t --shard-lease 300ms
    armed t before 200
    for part in $(seq 20); do
        armed t "under$part." 50
    done &
    arming=$!
    until_ stat_above t waiting 400
    kill -9 "$pg_first"
    pg_now=$pg_copy
    same "promoted" t "$(sql 'select pg_promote()')"
    wait $arming
    until_ stat_is t store-up 1
    until_ answers OK t ARM after $far x
    same "timers lost, of $(wc -l <acknowledged) acknowledged" 0 "$(lost t)"
    [ "$(wc -l <acknowledged)" -gt 400 ] || fail "it was killed too early: $(wc -l <acknowledged)"
    ;;
redis)
    first=$redis first_port=$redis_port
    mkdir copy && cd copy
    start_redis
    cd ..
    copy=$redis copy_port=$redis_port
    redis-cli -p "$copy_port" REPLICAOF 127.0.0.1 "$first_port" >>log
    in_step() { redis-cli -p "$copy_port" INFO replication | grep -q '^master_link_status:up'; }
    until_ in_step
    start t --shards 4
    armed t before 100
    same "replicas that have it" 1 "$(redis-cli -p "$first_port" WAIT 1 0)"
    kill -STOP "$copy"
    redis-cli -p "$first_port" CLIENT KILL TYPE replica >>log
    armed t behind 100
    same "acknowledged while the replica stood still" 200 "$(wc -l <acknowledged)"
    redis-cli -p "$first_port" CONFIG SET min-replicas-to-write 1 >>log
    redis-cli -p "$first_port" CONFIG SET min-replicas-max-lag 1 >>log
    until_ eval '[ "$(ask t ARM no $far x | cut -c 1-13)" = "(error) STORE" ]'
    acknowledged=$(wc -l <acknowledged)
    armed t refused 10
    same "acknowledged without a replica" "$acknowledged" "$(wc -l <acknowledged)"
    kill -9 "$first"
    kill -CONT "$copy"
    redis-cli -p "$copy_port" REPLICAOF NO ONE >>log
    store=redis:127.0.0.1:$copy_port
    start u --shards 4
    lost=$(lost u)
    echo "a replica that stood still, and was promoted: $lost of $acknowledged acknowledged timers are lost"
    [ "$lost" -gt 0 ] || fail "it lost nothing: the replica did not lag"
    [ "$lost" -le 100 ] || fail "it lost what had reached it"
    stop u
    ;;
esac
