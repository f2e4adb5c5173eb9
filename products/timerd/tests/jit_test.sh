#!/bin/sh
# jit_test.sh postgres PROGRAM: PostgreSQL compiles no statement of timerd, even where it would compile all. It does so anew
# each time, which holds up all requests by half a second.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
[ "$(sql 'select pg_jit_available()')" = t ] || skip "this PostgreSQL cannot compile"
kill -INT "$postgres"
wait "$postgres" || fail "PostgreSQL does not end"
start_postgres -c jit=on -c jit_above_cost=0 -c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 \
    -c auto_explain.log_analyze=on -c auto_explain.log_nested_statements=on
told() { grep -q "$1" postgres.log; }
compiles() { sql 'select count(*) from pg_class' >>log && told 'JIT:'; }
until_ compiles
mark=$(wc -l <postgres.log)
start t
ask t ARM far 9000000000000 x >>log
ask t ARM soon 1 x >>log
until_ stat_is t ready 1
for request in NEXT 'GET far' 'LIST 10 PREFIX f' 'DEAD 10' 'TAKE 10' STATS 'CANCEL far'; do
    # shellcheck disable=SC2086
    raw t $request >>log
done
stop t
tail -n "+$((mark + 1))" postgres.log >ours.log
for plan in 'take(\$1' 'from timers t where t.shard' 'count(\*) filter'; do
    grep -q "Query Text:.*$plan" ours.log || fail "no plan of $plan was logged"
done
same "plans that were compiled" 0 "$(grep -c 'JIT:' ours.log)"
