#!/bin/sh
# clock_test.sh ENGINE PROGRAM: leases end although the store's clock is set back by an hour: none is longer than one that
# begins then.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need faketime
library=$(find /usr/lib -name libfaketime.so.1 | head -n 1)
mkdir -p "$TW_WORK"
clock=$TW_WORK-clock
set_clock() { # SECONDS from now
    echo "$1" >"$clock.new"
    mv "$clock.new" "$clock"
}
set_clock +0
export FAKETIME_TIMESTAMP_FILE="$clock" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1
export LD_PRELOAD="$library"
# shellcheck source=/dev/null
. "$TW_SOURCE/timerd/tests/lib.sh"
unset LD_PRELOAD # redis-server has it, if there is one
[ "$engine" = redis ] || export LD_PRELOAD="$library"
start t --lease 1s --shards 4
unset LD_PRELOAD
ask t ARM a 1 x >>log
same "given" a "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
before=$(now t)
set_clock -3600
until [ "$(now t)" -lt "$before" ]; do sleep 0.1; done
same "given again" a "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
stop t
