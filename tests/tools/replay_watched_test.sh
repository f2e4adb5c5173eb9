#!/bin/sh
# replay_watched_test.sh REPLAY: replay fires as many timers of a recording as the program that recorded it, with ticks of
# each width and in a recording of five of their ranges. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
for bits in 16 32 64; do
    cc -std=c99 "-DTW_TICK_BITS=$bits" "-I$TW_SOURCE" "$TW_SOURCE/tests/tools/replay_watched.c" -o watched
    ./watched >watched.trace
    "$1" --repeat 1 --log "logs.$bits" watched.trace >out
    fired=$(sed -n 's/^# //p' watched.trace)
    [ "$fired" -eq 80 ] && [ "$(wc -l <"logs.$bits/heap4.log")" -eq "$fired" ] ||
        { echo "FAILED: $bits bits: $fired fired, and replay fires $(wc -l <"logs.$bits/heap4.log")"; exit 1; }
done
