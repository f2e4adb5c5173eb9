# shellcheck disable=SC2154 # what lib.sh has set
# Sourced by lib.sh: starts the server of the store, in TW_WORK or a folder of its own, and names the store.

# free_port: prints a port of 127.0.0.1 at which nothing listens. Another program may take the port at any time.
free_port() {
    until free=$(od -An -N2 -tu2 /dev/urandom | awk '{ print 20000 + $1 % 10000 }') &&
        redis-cli -p "$free" PING 2>&1 | grep -q 'Connection refused'; do
        :
    done
    echo "$free"
}

# is_redis PORT PROCESS: this process answers at this port, and not the Redis or Sentinel of another test.
is_redis() {
    [ "$(redis-cli -p "$1" PING 2>/dev/null)" = PONG ] &&
        [ "$(redis-cli -p "$1" INFO server | tr -d '\r' | sed -n 's/^process_id://p')" = "$2" ]
}
redis_answers() { is_redis "$redis_port" "$redis" || ! kill -0 "$redis" 2>/dev/null; }

# start_redis [PORT]: on a free port, found by trying; the process is then $redis.
start_redis() {
    redis_port=${1:-$(free_port)}
    redis-server --port "$redis_port" --bind 127.0.0.1 --dir "$PWD" --appendonly yes --appendfsync always --save '' \
        >redis.log 2>&1 &
    redis=$!
    started="$started $redis"
    until_ redis_answers
    if ! kill -0 "$redis" 2>/dev/null; then
        [ -z "${1:-}" ] || fail "redis-server does not start again"
        start_redis
    fi
}

sql() { psql -qAtX "host=${pg_now:-$pg_room} user=postgres dbname=postgres" -c "$*"; }
postgres_answers() { [ "$(sql 'select 1' 2>/dev/null)" = 1 ] || ! kill -0 "$postgres" 2>/dev/null; }

# start_postgres: in a folder of its own; the process is then $postgres.
start_postgres() {
    [ -n "$(find /usr/lib/postgresql -name initdb 2>/dev/null)" ] || skip "there is no PostgreSQL"
    [ -n "$pg_room" ] || pg_room=$(mktemp -d /tmp/timerd.XXXXXX)
    sh "$TW_SOURCE/products/timerd/tests/postgres.sh" "$pg_room" "$@" >>postgres.log 2>&1 &
    postgres=$!
    started="$started $postgres"
    until_ postgres_answers
    kill -0 "$postgres" 2>/dev/null || fail "PostgreSQL does not start: $(tail -n 3 postgres.log)"
}

if [ "$engine" = lmdb ]; then
    store=lmdb:data
elif [ "$engine" = postgres ]; then
    start_postgres
    store="postgres:host=$pg_room user=postgres dbname=postgres"
else
    start_redis
    store=redis:127.0.0.1:$redis_port
fi
