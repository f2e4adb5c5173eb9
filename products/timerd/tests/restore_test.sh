#!/bin/sh
# restore_test.sh ENGINE PROGRAM: a copy of the store that is put back gives no firing the (id, generation) of another one that
# was given since the copy; what waited in the copy waits again. Guards against work that is taken for done already.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"

copy() {
    case $engine in
    lmdb)
        need mdb_copy
        mkdir copy
        mdb_copy -c data copy
        ;;
    redis) cp -r appendonlydir copy ;;
    postgres) pg_dump -h "$pg_room" -U postgres -n timerd postgres >copy ;;
    esac
}
put_back() {
    case $engine in
    lmdb)
        rm -r data
        mv copy data
        ;;
    redis)
        kill_hard redis
        rm -r appendonlydir
        mv copy appendonlydir
        start_redis "$redis_port"
        ;;
    postgres)
        sql 'drop schema timerd cascade' >>log 2>&1
        psql -qAtX "host=$pg_room user=postgres dbname=postgres" -f copy >>log
        ;;
    esac
}
given() { # the generation of what is armed now, taken and acknowledged
    same "ARM" OK "$(ask t ARM bill 1 "$1")"
    row=$(raw t TAKE 1 BLOCK 60000 | sed -n '1,4p' | paste -s -d ' ' -)
    same "the row" "bill $1" "${row%% *} ${row##* }"
    generation=$(echo "$row" | cut -d ' ' -f 2)
    same "ACK" 1 "$(raw t ACK bill "$generation")"
}

start t --shard-lease 1h # the copy says so, too: nobody fires its timers today
ask t ARM waits 9000000000000 x >>log
given first
copy
given monday
monday=$generation
stop t
put_back
start t --shard-lease 1h
same "ARM" OK "$(ask t ARM bill 9000000000000 tuesday)"
generation=$(raw t GET bill | sed -n 2p)
[ "$generation" -gt "$monday" ] || fail "generation $generation names two firings, or comes before $monday"
same "what waited" 9000000000000 "$(raw t GET waits | sed -n 3p)"
stop t
