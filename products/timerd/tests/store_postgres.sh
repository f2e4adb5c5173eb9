# Sourced by store_test.sh: how a PostgreSQL becomes unusable and usable again.
# shellcheck disable=SC2034,SC2154 # case is given; store_far.sh reads place

says() { [ "$(sql "$1")" = "$2" ]; } # SQL ANSWER
set_() {                             # SETTING VALUE: of the server
    sql "alter system set $1 = $2" >>log
    sql 'select pg_reload_conf()' >>log
    until_ says "show $1" "$2"
}
place=postgres
start_far() { start_postgres; }
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/store_far.sh"

case $case in
alone)
    far_case
    store="postgres:postgresql:///postgres?host=$(echo "$pg_room" | sed 's,/,%2F,g')&user=postgres"
    start u --shards 8 --prefix other
    same "timers of another prefix" 0 "$(stat u waiting)"
    stop u
    ;;
refused | restart) far_case ;;
format)
    start t
    arms before
    stop t
    sql "update timerd.meta set value = 7 where name = 'format'" >>log
    ends
    same "its message" 'timerd: postgres: its format is 7, not 1' "$(cat refused.err)"
    sql "update timerd.meta set value = 1 where name = 'format'" >>log
    start t
    ;;
settings) # those of a PostgreSQL that would lose timers
    set_ synchronous_commit off
    is_refused 'synchronous_commit is off: it loses what it has just acknowledged'
    start t --unsafe
    arms unsafe
    stop t
    set_ synchronous_commit on
    start t --inspect 200ms
    arms before
    set_ full_page_writes off # while it runs
    until_ stat_is t store-up 0
    until_ refuses
    grep -q 'full_page_writes is off' t.err || fail "it says: $(cat t.err)"
    set_ full_page_writes on
    ;;
writer) # who writes does not keep another timerd from starting
    start t --shards 8
    arms before
    sql 'begin; lock table timerd.timers, timerd.firings in row exclusive mode; select pg_sleep(600)' >>log 2>&1 &
    started="$started $!"
    until_ says "select count(*) from pg_locks where relation = 'timerd.firings'::regclass and mode = 'RowExclusiveLock'" 1
    start u --shards 8
    stop u
    ;;
standby) # a commit waits for a standby that is not there
    start t --shard-lease 300ms --store-timeout 2s
    arms before
    set_ synchronous_standby_names nobody
    sql "select pg_terminate_backend(pid) from pg_stat_activity where query like '%timerd%' and pid <> pg_backend_pid()" >>log
    until_ stat_is t store-up 0
    sleep 3 # it makes its connections again, and waits for its first commit
    for i in 1 2 3 4 5; do
        answers PONG t PING || fail "PING waits for a commit"
    done
    sql 'alter system reset synchronous_standby_names' >>log
    sql 'select pg_reload_conf()' >>log
    ;;
lost)
    start t --shard-lease 300ms
    for i in 1 2 3 4; do
        arms "lost$i"
    done
    arms before
    ends_at() { sql 'select min(until) from timerd.shards'; }
    seen=$(ends_at)
    is_kept() { [ "$(ends_at)" -gt "$seen" ]; }
    until_ is_kept # which looks at the numbers
    sql "select setval('timerd.numbers', 1, false)" >>log
    until_ stat_is t losses 1
    grep -q 'it has lost data: its numbers were higher before' t.err || fail "it says: $(cat t.err)"
    ;;
*)
    # shellcheck source=/dev/null
    . "$TW_SOURCE/products/timerd/tests/store_postgres_disk.sh"
    ;;
esac
