#!/bin/sh
# firings_test.sh redis PROGRAM: what a request about one firing asks of Redis does not grow with the number of firings
# that its id has, nor do the commands of a CANCEL that ends all of them; nor those of a step with the number of timers.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
start t --shards 1 --lease 1h
ask t ARM many 1 x PERIOD 1 >>log
until_ stat_above t ready 500
ask t ARM many 9000000000000 x >>log # no more firings
same "TAKE" 100 "$(raw t TAKE 100 | grep -c '^many$')"
ready=$(stat t ready)

redis-cli -p "$redis_port" MONITOR >monitor &
started="$started $!"
until_ grep -q '^OK' monitor
# lua REQUEST...: prints the commands on firings that the scripts of this request gave to Redis. PING marks its end.
lua() {
    redis-cli -p "$redis_port" PING "begin $*" >>log
    until_ grep -q "begin $*" monitor
    raw t "$@" >>log
    redis-cli -p "$redis_port" PING "end of $*" >>log
    until_ grep -q "end of $*" monitor
    sed "1,/begin $*/d" monitor | grep ' lua\]'
}
generation=$(raw t TAKE 1 | sed -n 2p)
lua ACK many "$generation" >commands
[ -s commands ] || fail "MONITOR has not seen the ACK"
! grep '"ZRANGEBYLEX"' commands | grep -v LIMIT || fail "ACK reads all firings of the id"
lua CANCEL many >commands
[ "$(wc -l <commands)" -lt $((50 + ready / 10)) ] || fail "CANCEL of $ready firings takes $(wc -l <commands) commands"
same "firings" "0 0 0" "$(stat t waiting) $(stat t ready) $(stat t leased)"
same "a CANCEL of firings that were given" 0 "$(raw t CANCEL many)"

# In its life a timer that fires once enters one sorted set, and leaves it. A step of 100 timers is a few calls of scripts,
# whose commands do not grow with the timers.
redis-cli -p "$redis_port" PING "begin of a life" >>log
due=$(($(now t) + 500))
requests() { seq 100 | sed "s/.*/$1/"; } # REQUEST, with & for the number
same "ARM" 100 "$(requests "ARM life& $due x" | flood t | grep -c OK)"
until_ stat_is t ready 100
raw t TAKE 100 | paste -d ' ' - - - - - - >rows
same "ACK" 100 "$(awk '{ print "ACK", $1, $2 }' rows | flood t | grep -c '^:1$')"
redis-cli -p "$redis_port" PING "end of a life" >>log
until_ grep -q "end of a life" monitor
sed '1,/begin of a life/d' monitor | grep ' lua\]' >commands
same "members of sorted sets" 200 "$(grep -E '"(ZADD|ZREM)"' commands | grep -o 'life[0-9]*' | wc -l)"
same "rows that were read" 300 "$(grep '"HMGET"' commands | grep -o 'life[0-9]*' | wc -l)" # by ARM, TAKE and ACK
for command in HMGET HSET HDEL RPUSH ZADD ZREM; do
    n=$(grep life commands | grep -c "\"$command\"" || true)
    [ "$n" -lt 20 ] || fail "$n times $command for 100 timers"
done

# A timerd that has taken what it fired does not look again because of its own message.
redis-cli -p "$redis_port" PING "begin of one" >>log
for i in 1 2; do
    redis-cli -s t.sock TAKE 1 BLOCK 0 >"one$i" &
    eval "taker$i=$!"
done
until_ stat_is t blocked 2
same "ARM" OK "$(ask t ARM one 1 x)"
until_ stat_is t blocked 1
for i in $(seq 5); do
    same "PING" PONG "$(ask t PING)"
done
# shellcheck disable=SC2154
kill "$taker1" "$taker2" 2>>log || true # one of them waits on
wait "$taker1" "$taker2" 2>>log || true
same "rows" 1 "$(cat one1 one2 | grep -c '^one$')"
redis-cli -p "$redis_port" PING "end of one" >>log
until_ grep -q "end of one" monitor
same "looks at the queue" 1 "$(sed '1,/begin of one/d' monitor | grep -c '"LRANGE"')"

# What was cancelled at another timerd does not fire with the others, and nor does its name enter the queue.
start u --shards 1
some() {
    seq 10 | sed 's/.*/CANCEL some&/' | flood t >>log
    raw t TAKE 1000 >>log # names that a slow machine has put into the queue
    same "ARM" 10 "$(seq 10 | sed "s/.*/ARM some& $due x/" | flood t | grep -c OK)"
    fired=$(stat t fired)
    same "CANCEL" 3 "$(printf 'CANCEL some%d\n' 2 3 7 | flood u | grep -c '^:1$')"
}
early t 2000 some
until_ stat_is t ready 7
same "fired" 7 $(($(stat t fired) - fired))
same "names in the queue" 7 "$(redis-cli -p "$redis_port" LLEN 'timerd:{0}:queue')"
stop u
stop t
