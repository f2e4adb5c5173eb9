#!/bin/sh
# outbox_test.sh postgres PROGRAM: timerd.arm() in a transaction of an application arms a timer when that commits, and none when
# it is rolled back. A transaction that stays open holds up nobody.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
takes() { # ID
    same "TAKE" "$1 payload" "$(raw t TAKE 1 BLOCK 60000 | sed -n '1p;4p' | paste -s -d ' ' -)"
}

start t --lease 1h
sql 'create table orders (id int); create role app login; grant all on orders to app' >>log
sql 'grant usage on schema timerd to app' >>log
as_app() { psql -qAtX "host=$pg_room user=app dbname=postgres" -c "$*"; }
as_app "begin; insert into orders values (1); select timerd.arm('order:1', 1, 'payload'); commit" >>log
takes order:1
as_app "begin; insert into orders values (2); select timerd.arm('order:2', 1, 'payload'); rollback" >>log
as_app "select timerd.arm('order:3', 1, 'payload')" >>log
takes order:3
same "orders" 1 "$(sql 'select count(*) from orders')"
same "what was rolled back" "0 0 2" "$(stat t waiting) $(stat t ready) $(stat t leased)"

# A table of the application's own stands for no table of timerd, whose owner arm() runs as.
as_app "create temp table outbox (id bytea, due bigint, payload bytea, period bigint);
    select timerd.arm('order:6', 1, 'payload')" >>log
takes order:6

# One that stays open, and has armed an id that a client arms, too.
as_app "begin; select timerd.arm('order:4', 1, 'payload'); select pg_sleep(600)" >>log 2>&1 &
open=$!
started="$started $open"
is_open() { [ "$(sql "select count(*) from pg_stat_activity where usename = 'app' and wait_event = 'PgSleep'")" = 1 ]; }
until_ is_open
same "ARM" OK "$(ask t ARM order:4 1 payload)"
takes order:4
as_app "select timerd.arm('order:5', 9000000000000, 'payload', 1000)" >>log
until_ stat_is t waiting 1
same "due and period" "9000000000000 1000" "$(raw t GET order:5 | sed -n '3p;5p' | paste -s -d ' ' -)"
same "no other has come" 0 "$(stat t ready)"

# While no timerd runs; more than a batch.
stop t
sql "select timerd.arm(convert_to('many:' || n, 'UTF8'), 9000000000000, 'x') from generate_series(1, 1500) n" >>log
start t
until_ stat_is t waiting 1501
same "the outbox" 0 "$(sql 'select count(*) from timerd.outbox')"

# Both find the shard of an id in the same way; and what is out of range is refused.
numbers=$(seq 500)
pipe t 'ARM far:% 9000000000000 x' >>log
same "ids in another shard" 0 "$(sql 'set search_path = timerd; select count(*) from timers where shard <> shard_of(id)')"
for wrong in "''::bytea, 1, 'x'" "'a', -1, 'x'" "'a', 1, 'x', -1" "'a', 1, convert_to(repeat('x', 65537), 'UTF8')"; do
    ! as_app "select timerd.arm($wrong)" >>log 2>&1 || fail "arm($wrong) is not refused"
done
stop t
