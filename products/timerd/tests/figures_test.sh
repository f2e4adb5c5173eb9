#!/bin/sh
# figures_test.sh postgres PROGRAM: STATS answers, and all else goes on, while PostgreSQL counts and does not end. Behind two
# such counts the next one is not begun before 200 times as long as they took, and then it is right. Guards against figures
# that are asked for each five seconds, and throw the store away or take a processor from ARM.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000 patience=10s # a count is slow that takes a fortieth of that
arms() { # FROM TO
    for i in $(seq "$1" "$2"); do
        same "ARM" OK "$(ask t ARM "far$i" $far x)"
    done
}

# A count of the waiting timers ends while the gate is open. It alone has the setting that the policy of the table asks for.
locks() { sql "select count(*) from pg_locks where locktype = 'advisory' and objid = 58 and $1"; }
gate_is_closed() { [ "$(locks "granted and mode = 'ExclusiveLock'")" = 1 ]; }
waits() { [ "$(locks "not granted and mode = 'ShareLock'")" = 1 ]; }
close_gate() {
    sql 'select pg_advisory_lock(58); select pg_sleep(600)' >>log 2>&1 &
    gate=$!
    started="$started $gate"
    until_ gate_is_closed
}
begun() { # when the last count of this table was begun, in ms
    sql "select max((extract(epoch from query_start) * 1000)::bigint) from pg_stat_activity where query like '%count(%from timers'"
}
open_gate() {
    sleep 0.25
    held=$(sql "select (extract(epoch from clock_timestamp()) * 1000)::bigint - $(begun)") # a count has taken as long at least
    sql "select pg_terminate_backend(pid) from pg_locks where objid = 58 and granted and mode = 'ExclusiveLock'" >>log
    wait "$gate" || true
}
sql 'create role clerk login; grant create on database postgres to clerk' >>log
store="postgres:host=$pg_room user=clerk dbname=postgres"
start t
arms 1 3
until_ stat_is t waiting 3
sql "create function timerd.pass() returns boolean language plpgsql as \$\$ begin
        if current_setting('max_parallel_workers_per_gather') = '0' then
            perform pg_advisory_xact_lock_shared(58);
        end if;
        return true;
    end \$\$;
    create policy gate on timerd.timers using (timerd.pass());
    alter table timerd.timers enable row level security, force row level security" >>log

close_gate
same "the count before" 3 "$(stat t waiting)" # begins a slow one
until_ waits
arms 4 6
for i in 1 2 3 4 5 6 7 8; do
    same "the last count" 3 "$(stat t waiting)"
    same "it is up" 1 "$(stat t store-up)"
    arms $((6 + i)) $((6 + i))
done
due=$(($(now t) + 100))
same "ARM" OK "$(ask t ARM soon $due x)"
same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
[ "$(stat t counted-ms-ago)" -gt 0 ] || fail "the count has no age"
open_gate
first=$held
close_gate
begins() { stat_is t waiting "$1" && waits; } # the count behind this one
until_ begins 3
second=$(begun)
arms 15 15
open_gate
until_ stat_is t waiting 14
close_gate
TW_TRIES=6100 # a pause of ten minutes at most
until_ begins 14
spent=$(($(begun) - second)) least=$((100 * (first < held ? first : held)))
[ $spent -ge $((least < 300000 ? least : 300000)) ] || fail "it was begun $spent ms behind one that took $held ms or more"
open_gate
until_ stat_is t waiting 15
same "errors of the store" 0 "$(stat t store-errors)"
stop t

# STATS waits half an hour for a quick count, and nobody else does.
patience=24h
start u
close_gate
raw u STATS >stats &
asker=$!
until_ waits
same "ARM beside a STATS that waits" OK "$(ask u ARM far16 $far x)"
[ ! -s stats ] || fail "STATS has not waited"
open_gate
wait $asker
same "the count" 15 "$(awk 'found { print; exit } $0 == "waiting" { found = 1 }' stats)"
stop u
