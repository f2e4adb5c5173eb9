#!/bin/sh
# shards_test.sh redis PROGRAM: two timerds over one Redis share its shards, and either answers any request; a paused one
# is fenced, a dead one replaced within two leases of a shard, one that leaves hands over at once.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
lease=1000 n=30
set -- --shards 16 --shard-lease ${lease}ms --window 1h --lease 1h
start a "$@"
until_ stat_is a shards-owned 16
start b "$@"
until_ stat_is b shards-owned 8
until_ stat_is a shards-owned 8

numbers=$(seq $n)
taken() { raw "$1" TAKE 1000 | paste -d ' ' - - - - - - | cut -d ' ' -f 1 | sort | paste -s -d ' ' -; } # ids, from NAME
ids() { for i in $numbers; do echo "$1$i"; done | sort | paste -s -d ' ' -; }
store_ms() {
    case $engine in
    redis) redis-cli -p "$redis_port" TIME | { read -r s && read -r us && echo $((s * 1000 + us / 1000)); } ;;
    postgres) sql 'select timerd.clock_ms()' ;;
    esac
}

# Armed by one, of shards that the other owns too: each fires once, at its owner, and is taken from either.
both_fire() {
    pipe a "ARM w% $(now a) x" >>log
    [ "$(stat a fired)" -gt 0 ] && [ "$(stat b fired)" -gt 0 ]
}
until_ both_fire
until_ stat_is a waiting 0
raw a TAKE 1000 >>log
due=$(($(now a) + 300))
same "ARM" $n "$(pipe a "ARM x% $due x" | grep -c '^OK$')"
until_ stat_is a ready $n
same "taken" "$(ids x)" "$(taken b)"
same "taken again" "" "$(taken a)"
ask a ARM far 9000000000000 x >>log
same "GET at the other one" 9000000000000 "$(raw b GET far | sed -n 3p)"
same "CANCEL at the other one" 1 "$(raw b CANCEL far)"
same "GET where it was armed" "(nil)" "$(ask a GET far)"

# Moved and cancelled at one that does not own it: its owner fires it at its last time only, and once.
move() {
    for requests in 'a CANCEL m%' "a ARM m% $due x" 'b ARM m% 1 x' "a ARM n% $due x" 'b CANCEL n%'; do
        pipe "${requests%% *}" "${requests#* }" >>log
    done
}
early a 5000 move
until_ stat_is a ready $n
past_due() { [ "$(now a)" -gt $((due + 500)) ]; }
until_ past_due
same "moved timers" "$(ids m)" "$(taken a)"
same "gone timers" "0 0" "$(stat a ready) $(stat a waiting)"

# A TAKE waits at one for what the other one fires.
raw b TAKE 1000 BLOCK 0 >row &
taker=$!
until_ stat_is b blocked 1
ask a ARM wake 1 x >>log
wait $taker
same "TAKE that waited" wake "$(sed -n 1p row)"

# Rows of the other one's shards do not wait until there is none in one's own.
numbers=$(seq 100)
pipe a 'ARM s% 1 x' >>log
numbers=$(seq $n)
until_ stat_is a ready 100
for i in $(seq 32); do
    echo "TAKE 1"
done | redis-cli -s a.sock >>log
case $engine in
redis) for i in $(seq 0 15); do redis-cli -p "$redis_port" ZCARD "timerd:{$i}:leased"; done | grep -cv '^0$' ;;
postgres) sql 'select count(distinct shard) from timerd.firings where state = 1' ;;
esac >shards
taken_from=$(cat shards)
[ $taken_from -gt 10 ] || fail "32 rows came from $taken_from shards of 16"
for n_rows in 20 17 1; do
    same "rows of TAKE $n_rows" $n_rows "$(raw a TAKE $n_rows | grep -c '^s')"
done
raw a TAKE 1000 >>log

# Given back at one, for a while that is shorter than the lease: the owner is told.
for i in $(seq 8); do
    ask a ARM "k$i" 1 x >>log
done
until_ stat_is a ready 8
raw b TAKE 8 | paste -d ' ' - - - - - - | while read -r id generation rest; do
    raw b NACK "$id" "$generation" DELAY 50
done >given_back
same "NACKs" 8 "$(grep -c '^1$' given_back)"
until_ stat_is a ready 8
raw a TAKE 1000 >>log

# Paused for two leases: the other one fires all; what the paused one does when it wakes is refused.
until_ stat_is a shards-owned 8
# shellcheck disable=SC2154
kill -STOP "$a"
due=$(($(now b) + 10))
pipe b "ARM y% $due x" >>log
until_ stat_is b shards-owned 16
until_ stat_is b ready $n
kill -CONT "$a"
until_ stat_above a fenced 0
until_ stat_is a shards-owned 8
same "each has fired once" "$(ids y)" "$(taken a)"
same "nothing more" "0 0" "$(stat b ready) $(stat b waiting)"

# Killed: its shards have an owner within two leases, by the clock of the store; a minute is for slow machines only.
pipe b "ARM z% $(($(now b) + 500)) x" >>log
killed_ms=$(store_ms)
kill_hard a
until_ stat_is b shards-owned 16
echo "all shards have an owner $(($(store_ms) - killed_ms)) ms after a kill; a lease is $lease ms"
until_ stat_is b ready $n
same "each has fired once" "$(ids z)" "$(taken b)"
stop b

# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/shards_leases.sh"
