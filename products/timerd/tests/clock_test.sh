#!/bin/sh
# clock_test.sh ENGINE PROGRAM: leases end although the store's clock was set back by an hour: none is longer than one that
# begins then. Over Redis, which does not stand libfaketime, the lease is given the end that it would have.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
if [ "$engine" = lmdb ]; then
    need faketime
    library=$(find /usr/lib -name libfaketime.so.1 | head -n 1)
    export FAKETIME_TIMESTAMP_FILE="$PWD/clock" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1
    echo +0 >clock
    export LD_PRELOAD="$library"
fi
set_back() {
    for i in 0 1 2 3; do
        for firing in $(redis-cli -p "$redis_port" --raw ZRANGE "timerd:{$i}:leased" 0 -1); do
            redis-cli -p "$redis_port" ZADD "timerd:{$i}:leased" XX CH $((before + 3600000)) "$firing"
        done
    done
}
start t --lease 1s --shards 4
unset LD_PRELOAD
ask t ARM a 1 x >>log
same "given" a "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
before=$(now t)
if [ "$engine" = lmdb ]; then
    echo -3600 >clock.new
    mv clock.new clock
    until [ "$(now t)" -lt "$before" ]; do sleep 0.1; done
else
    until set_back | grep -q 1; do # or the lease was over before
        raw t TAKE 1 BLOCK 60000 >>log
    done
fi
same "given again" a "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
stop t
