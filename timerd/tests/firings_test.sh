#!/bin/sh
# firings_test.sh redis PROGRAM: what a request about one firing asks of Redis does not grow with the number of firings
# that its id has, nor do the commands of a CANCEL that ends all of them.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/timerd/tests/lib.sh"
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
[ "$(wc -l <commands)" -lt 100 ] || fail "CANCEL of $ready firings takes $(wc -l <commands) commands"
same "firings" "0 0 0" "$(stat t waiting) $(stat t ready) $(stat t leased)"
same "a CANCEL of firings that were given" 0 "$(raw t CANCEL many)"
stop t
