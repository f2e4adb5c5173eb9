#!/bin/sh
# plans_test.sh postgres PROGRAM [FIRINGS]: how many pages PostgreSQL reads for the first part of a CANCEL of many
# firings that its statistics do not know yet, for the end of their leases, beside as many that NACK has put off, for a
# page of the dead letters, and for a TAKE behind as many that have ended; for a LIST of none of many timers; and for an ARM
# and a firing once tables that were empty have filled. Guards against a plan that reads all of them.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
n=${3:-50000}
start t
ask t ARM many 1 x >>log
until_ stat_is t ready 1
stop t
ours() { sql "set search_path = timerd; $*"; }
# pages QUERY [BEFORE]: how many buffers it reads behind itself, so that its function has its plan, or behind BEFORE.
pages() {
    ours "begin; ${2:-$1}; explain (analyze, buffers, timing off, summary off) $1" >plan
    awk '/Planning:/ { exit } /Buffers:/ { gsub("[^0-9 ]", " "); print $1 + $2; exit }' plan
}
fill() { # behind the last place
    ours "insert into firings select id, generation + 2 * n, shard, due, first, period, missed, attempt, state, until,
        place + 2 * n, payload from (select * from firings order by place desc limit 1) f, generate_series(1, $n) n"
}
far() { # N: timers that are not due
    ours "insert into timers select convert_to('far' || n, 'UTF8'), n % 64, n, 9000000000000, 0, 0, 0, '' from generate_series(1, $1) n"
}
few() { # WHAT MOST PAGES
    echo "$1: $3 pages"
    [ "$3" -le "$2" ] || fail "$1: $3 pages, $2 at most"
}
ours "alter table firings set (autovacuum_enabled = off); alter table timers set (autovacuum_enabled = off)"
sql "vacuum analyze timerd.firings"
fill
few "the first part of a CANCEL" 300 "$(pages "select * from cancel_part('many', 0, 0, 16)")"

ours "update firings set state = 1, until = 9000000000000"
shard=$(ours "select min(shard) from firings")
few "the end of the next lease" 300 "$(pages "select * from expire($shard, '', 9000000000000, 5, 100, 1)")"
ours "update firings set state = 2"
few "the end of the next delay" 300 "$(pages "select * from expire($shard, '', 1, 5, 100, 0)")"

# What a request reads of a table itself, beside its index, where all rows are old.
told() { sql "select $1 from pg_statio_user_tables t join pg_stat_user_indexes i using (relid) where indexrelname = '$2'"; }
scanned() { [ "$(told idx_scan "$index")" -gt "$scans" ]; }
rows_of() { # INDEX REQUEST...: how many pages; the answer is in the file `rows`
    index=$1
    shift
    scans=$(told idx_scan "$index") before=$(told 'heap_blks_hit + heap_blks_read' "$index")
    raw t "$@" >rows
    until_ scanned
    echo $(($(told 'heap_blks_hit + heap_blks_read' "$index") - before))
}
ours "update firings set state = 3"
far "$n"
sql "vacuum analyze timerd.firings, timerd.timers"
start t
few "a page of the dead letters behind 9000" 60 "$(rows_of firings_dead DEAD 10 SKIP 9000)"
same "its rows" 10 "$(grep -c '^many$' rows)"
few "a LIST of none" 500 "$(rows_of timers_due LIST 1000 PREFIX none)"
raw t LIST 1000 PREFIX far >rows
same "a LIST of some, and where it goes on" 1001 "$(grep -c '^far' rows)"
stop t

ours "update firings set state = 0"
held() { [ "$(sql "select count(*) from pg_stat_activity where query like 'begin%pg_sleep%' and backend_xmin is not null")" = 1 ]; }
sql 'begin isolation level repeatable read; select from timerd.meta; select pg_sleep(600)' >>log 2>&1 &
holder=$!
started="$started $holder"
until_ held
ours "update firings set state = 1, until = 1 where place < (select max(place) from firings)"
ours "delete from firings where state = 1"
sql "analyze timerd.firings"
all_shards="select expire(s, '', 30000, 5, 100, 0) from generate_series(0, 63) s"
few "the end of leases in 64 shards behind $n" $((n / 5)) "$(pages "$all_shards" "select 1")"
ours "update firings set state = 3"
few "the same while none is ready" $((n / 5)) "$(pages "$all_shards" "select 1")"
ours "update firings set state = 0"
echo "the first TAKE behind $n: $(pages "select * from take(1000, 1000000, 1)" "select 1") pages"
echo "the next TAKE: $(pages "select * from take(1000, 1000000, 1)") pages"
sql "vacuum timerd.firings"
few "a TAKE behind a vacuum, while a snapshot is held" $((n / 5)) "$(pages "select * from take(1000, 1000000, 1)")"
sql "select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin%pg_sleep%'" >>log
wait "$holder" || true
sql "vacuum timerd.firings"
few "a TAKE behind what was vacuumed" 100 "$(pages "select * from take(1000, 1000000, 1)")"

# Plans of a timerd that began over empty tables, once these have filled. PostgreSQL tells the figures of a connection late:
# what timerd asks by itself meanwhile is among them, so the bound is that of a page for a hundred rows.
ours "delete from firings; delete from timers"
sql "vacuum analyze timerd.firings, timerd.timers"
alone() { [ "$(sql "select count(*) from pg_stat_activity where backend_type = 'client backend'")" = 1 ]; }
of_tables() { sql "select sum($1) from $2 where relname in ('timers', 'firings')"; }
blocks() { of_tables 'heap_blks_hit + heap_blks_read' pg_statio_user_tables; }
written() { [ "$(of_tables 'n_tup_ins + n_tup_del' pg_stat_user_tables)" -ge "$1" ]; }
until_ alone
same "HOT changes, for which a fillfactor would make room" 0 "$(of_tables n_tup_hot_upd pg_stat_user_tables)"
start t
before=$(of_tables 'n_tup_ins + n_tup_del' pg_stat_user_tables)
for i in 1 2 3 4 5 6 7 8 9 10; do
    ask t ARM "early$i" 1 x >>log
done
until_ written $((before + 30)) # each timer comes, goes, and leaves a firing
fill
far "$n"
until_ written $((before + 30 + 2 * n))
before_one=$(blocks)
ask t ARM one 1 x >>log
until_ written $((before + 33 + 2 * n))
few "an ARM and a firing of tables that were empty" 500 "$(($(blocks) - before_one))"
