#!/bin/sh
# set_back_test.sh ENGINE PROGRAM LIBRARY: ARM is repeated after the store's clock was set back by an hour: the firing is found,
# and there is no second one. LIBRARY is set_clock.c, which the store's process has.
set -eu
export CLOCK_FILE="$TW_WORK.clock"
echo 0 >"$CLOCK_FILE"
export LD_PRELOAD="$3"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
set -- --shards 4 --lease 1h
[ "$engine" = lmdb ] || set -- "$@" --shard-lease 300ms
start t "$@"
unset LD_PRELOAD
set_clock() { # SECONDS
    echo "$1" >"$CLOCK_FILE.new"
    mv "$CLOCK_FILE.new" "$CLOCK_FILE"
}
clock_is() { test "$(now t)" "$1" "$due"; } # -lt or -ge
repeated() {
    for i in 1 2 3 4 5 6 7 8; do
        same "ARM a$i" OK "$(ask t ARM "a$i" "$due" x)"
        same "ARM p$i" OK "$(ask t ARM "p$i" "$due" x PERIOD 7200000)"
    done
}

ask t ARM c 1 x >>log
same "ACK" 1 "$(raw t ACK c "$(raw t TAKE 1 BLOCK 60000 | sed -n 2p)")"
due=$(now t)
repeated
until_ stat_is t ready 16
latest() { for i in 0 1 2 3; do redis-cli -p "$redis_port" HGET "timerd:{$i}:lease" fired; done | sort | tail -n 1; }
[ "$engine" = lmdb ] || same "the latest due that has fired" "$(printf %016d "$due")" "$(latest)"
generations=$(for i in 1 2 3 4 5 6 7 8; do raw t GET "p$i"; done)
set_clock -3600
until_ clock_is -lt
repeated
same "timers that wait: the periodic ones" 8 "$(stat t waiting)"
same "their generations" "$generations" "$(for i in 1 2 3 4 5 6 7 8; do raw t GET "p$i"; done)"
ask t ARM b $((due + 600000)) x >>log # later than what has fired: this one is new
same "a new timer" $((due + 600000)) "$(raw t GET b | sed -n 3p)"

# What has fired keeps its generation: the first ARM's.
raw t TAKE 100 | paste -d ' ' - - - - - - | sort >taken
same "given" 16 "$(wc -l <taken)"
same "ACKs" 16 "$(awk '{ print "ACK", $1, $2 }' taken | flood t | grep -c '^:1$')"
set_clock 0
until_ clock_is -ge
ask t ARM e 1 x >>log
same "the only firing" "e 0" "$(raw t TAKE 100 BLOCK 60000 | sed -n 1p) $(stat t ready)"

# A Redis of before says no latest due: ARM looks for all.
if [ "$engine" = redis ]; then
    ask t ARM d "$(now t)" x >>log
    until_ stat_is t ready 1
    due=$(raw t TAKE 1 | sed -n 3p)
    set_clock -3600
    for i in 0 1 2 3; do
        redis-cli -p "$redis_port" HDEL "timerd:{$i}:lease" fired >>log
    done
    ask t ARM d "$due" x >>log
    same "ARM d" "(nil)" "$(ask t GET d)"
fi
stop t
