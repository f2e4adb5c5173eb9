#!/bin/sh
# figures_test.sh postgres PROGRAM: STATS answers, and all else goes on, while PostgreSQL counts and does not end. Guards
# against figures that are asked for each five seconds, and throw the store away.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000
arms() { # FROM TO
    for i in $(seq "$1" "$2"); do
        same "ARM" OK "$(ask t ARM "far$i" $far x)"
    done
}
counter() { sql "select pid from pg_stat_activity where query like '%select count(%filter%' and pid <> pg_backend_pid()"; }

start t
arms 1 3
until_ stat_is t waiting 3
stopped=$(counter)
kill -STOP "$stopped"
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
same "errors of the store" 0 "$(stat t store-errors)"
kill -CONT "$stopped"
until_ stat_is t waiting 14
sql "select pg_terminate_backend($(counter))" >>log
arms 15 15
until_ stat_is t waiting 15
same "errors of the store" 0 "$(stat t store-errors)"
stop t
