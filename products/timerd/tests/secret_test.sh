#!/bin/sh
# secret_test.sh redis PROGRAM: a Redis with a password, an ACL user, a Unix socket and databases is a store, and one that
# refuses timerd ends its start. Guards against a timerd that waits for ever for what nobody will change.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000
echo "default secret" >owner
echo "worker of all" >user
echo "default wrong" >wrong
echo "nameless" >nameless
: >empty
chmod 600 owner user wrong nameless empty
redis-cli -p "$redis_port" CONFIG SET requirepass secret >>log
as_owner() { REDISCLI_AUTH=secret redis-cli -p "$redis_port" "$@"; }
kill_redis() {
    kill -9 "$redis"
    wait "$redis" 2>>log || true
}

ends() { # STATUS MESSAGE [OPTION...]
    wanted=$1 message=$2
    shift 2
    status=0
    timeout 60 "$program" --listen t.sock "--store-timeout=$patience" "$@" >ends.out 2>ends.err || status=$?
    same "status with $*" "$wanted" $status
    same "message with $*" "timerd: $message" "$(cat ends.err)"
}
ends 1 "$store: NOAUTH Authentication required." --store "$store"
ends 1 "$store: WRONGPASS invalid username-password pair or user is disabled." --store "$store" --store-password-file wrong
ends 1 "$store: ERR DB index is out of range" --store "$store" --store-password-file owner --store-database 999
ends 1 "redis:nobody.invalid:1: Name or service not known" --store redis:nobody.invalid:1
ends 2 "--store-password-file: nameless: its line is a name, a space and a password" --store "$store" --store-password-file nameless
ends 2 "--store-password-file: empty is empty" --store "$store" --store-password-file empty
ends 2 "--store-password-file: gone: No such file or directory" --store "$store" --store-password-file gone
ends 2 "--store-password-file, --store-database and --store-ca are those of a Redis" --store lmdb:data --store-database 1
chmod 640 owner
ends 2 "--store-password-file: owner: others may use it; chmod 600" --store "$store" --store-password-file owner
chmod 600 owner

start t --store-password-file owner --store-database 3
same "ARM" OK "$(ask t ARM owned $far x)"
stop t
same "keys of database 0" 0 "$(as_owner DBSIZE)"

# An ACL user with the rights that README names; then without one of them.
as_owner ACL SETUSER worker on '>of all' '~timerd:*' '&timerd:*' +@all -@dangerous +info >>log
start t --store-password-file user
same "ARM" OK "$(ask t ARM of_user $(($(now t) + 100)) x)"
same "TAKE" of_user "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
stop t
as_owner ACL SETUSER worker -@scripting >>log
timeout 60 "$program" --store "$store" --listen t.sock "--store-timeout=$patience" --store-password-file user 2>no_right || status=$?
same "status without a right" 1 $status
grep -q "^timerd: $store: NOPERM" no_right || fail "it says: $(cat no_right)"

# A socket. A password that is changed meanwhile is an outage, and ends with its mending.
kill_redis
redis-server --port 0 --unixsocket redis.sock --requirepass secret --dir "$PWD" --appendonly yes >redis.log 2>&1 &
redis=$!
started="$started $redis"
owner_by_socket() { REDISCLI_AUTH=${password:-secret} redis-cli -s redis.sock "$@"; }
answers_by_socket() { [ "$(owner_by_socket PING 2>&1)" = PONG ]; }
until_ answers_by_socket
store=redis:$PWD/redis.sock
start t --store-password-file owner --store-database 3
same "the timer of before" $far "$(raw t GET owned | sed -n 3p)"
owner_by_socket CONFIG SET requirepass other >>log
password=other owner_by_socket CLIENT KILL TYPE normal >>log
until_ stat_is t store-up 0
password=other owner_by_socket CONFIG SET requirepass secret >>log
until_ stat_is t store-up 1
same "the timer of before" $far "$(raw t GET owned | sed -n 3p)"
stop t
