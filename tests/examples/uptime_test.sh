#!/bin/sh
# uptime_test.sh: the examples that read the monotonic clock do what they promise at any uptime. With 32-bit ticks each is
# started just before the eighths of the range, so that it also runs over them, and over the wrap. With 64-bit ticks it is
# started at 2^24 seconds, too. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cc -shared -fPIC "$TW_SOURCE/tests/examples/uptime.c" -o uptime.so -ldl 2>/dev/null || skip "no clock can be preloaded here"
cat >probe.c <<'X'
#define _POSIX_C_SOURCE 200809L
#include <time.h>
int main(void) {
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) || t.tv_sec != 16777216;
}
X
cc probe.c -o probe
UPTIME_NS=16777216000000000 LD_PRELOAD=./uptime.so ./probe 2>/dev/null || skip "LD_PRELOAD moves no clock here"

# starts PROGRAM NS PATTERN: the program ends, with a line of this pattern.
starts() {
    status=0
    UPTIME_NS=$2 LD_PRELOAD=./uptime.so timeout 60 "./$1" >said 2>&1 || status=$?
    [ $status -eq 0 ] && grep -qE "$3" said || {
        cat said
        echo "FAILED: $1, started $2 ns after the machine, ends with status $status"
        exit 1
    }
}

# tries FOLDER EXAMPLE NS_OF_A_TICK PATTERN BITS...: the example with ticks of each width.
tries() {
    folder=$1 example=$2 tick=$3 pattern=$4
    shift 4
    for bits; do
        cc -std=c99 -O1 -pthread "-DTW_TICK_BITS=$bits" "-I$TW_SOURCE" "-I$TW_SOURCE/include" \
            "$TW_SOURCE/examples/$folder/$example.c" -o "$example"
        starts "$example" 16777216000000000 "$pattern"
        [ "$bits" -eq 32 ] || continue
        for eighth in 1 2 3 4 5 6 7 8; do
            starts "$example" $((eighth * 536870912 * tick - 100000000)) "$pattern"
        done
    done
}

tries basics hello 1000000 '^idle: closed, [0-9]+ ms late$' 32 64
tries threads timer_thread 1 '^' 64
tries threads timer_thread_posts 1 '^' 64
tries threads worker_pool 1 '^' 64
[ "$(uname -s)" != Linux ] || tries threads loops 1000 '^loop 3: [0-9]+ turns, [1-9][0-9]* fired$' 32 64
