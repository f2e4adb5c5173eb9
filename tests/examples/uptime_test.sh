#!/bin/sh
# uptime_test.sh: the examples that read the monotonic clock, and the server of docs/tutorial.md, do what they promise at
# any uptime. With 32-bit ticks each is started just before the eighths of the range, so that it also runs over them, and
# over the wrap. With 64-bit ticks it is started at 2^24 seconds, too. The clock of a server jumps by three eighths of
# the range while its set is empty. Programs that count nanoseconds want 64 bits. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../packaging/pages.sh"
need cc
need python3
export TW_CLIENT="$TW_SOURCE/tests/packaging/tutorial_client.py"
cd "$TW_WORK"
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

# starts PROGRAM NS PATTERN TICK: the program ends, with a line of this pattern.
starts() {
    status=0
    rm -f jumped
    UPTIME_JUMP_NS=$((3 * 536870912 * $4)) UPTIME_NS=$2 LD_PRELOAD=./uptime.so timeout 60 sh -c "$1" >said 2>&1 || status=$?
    [ $status -eq 0 ] && grep -qE "$3" said || {
        cat said
        echo "FAILED: $1, started $2 ns after the machine, ends with status $status"
        exit 1
    }
}

# tries SOURCE COMMAND NS_OF_A_TICK PATTERN BITS...: the program, built as ./try with ticks of each width, by this command.
tries() {
    source=$1 command=$2 tick=$3 pattern=$4
    shift 4
    for bits; do
        # shellcheck disable=SC2086
        cc -std=c99 -O1 -pthread "-DTW_TICK_BITS=$bits" "-I$TW_SOURCE" "-I$TW_SOURCE/include" "$source" -o try $with
        starts "$command" 16777216000000000 "$pattern" "$tick"
        [ "$bits" -eq 32 ] || continue
        for eighth in 1 2 3 4 5 6 7 8; do
            starts "$command" $((eighth * 536870912 * tick - 100000000)) "$pattern" "$tick"
        done
    done
}

with='' examples=$TW_SOURCE/examples
tries "$examples/basics/hello.c" ./try 1000000 '^idle: closed, [0-9]+ ms late$' 32 64
tries "$examples/basics/seen.c" './try 1' 1000000 '^server: arms [0-9]+ moves 0 cancels 0 fires [1-9]' 32 64
tries "$examples/threads/timer_thread.c" ./try 1 '^' 64
tries "$examples/threads/timer_thread_posts.c" ./try 1 '^' 64
tries "$examples/threads/worker_pool.c" ./try 1 '^' 64
tries "$examples/recipes/short_sleeps.c" ./try 1 '^(kqueue|timerfd): 20 timers, ' 64

(cd "$TW_SOURCE" && extract docs/tutorial.md "$TW_WORK") >list
while IFS='|' read -r line _ comment; do
    case $comment in *" server."[ch]) cp "$line" "${comment##* }" ;; esac
done <list
sed -i.whole 's/SECOND = 1000/SECOND = 10/' server.h
tries server.c 'python3 -B "$TW_CLIENT" --silent ./try 0' 1000000 '^ok$' 32 64
tries "$examples/servers/event_loop.c" 'python3 -B "$TW_CLIENT" --silent ./try --idle-ms 300' 1000 '^ok$' 32 64

[ "$(uname -s)" != Linux ] || tries "$examples/threads/loops.c" ./try 1000 '^loop 3: [0-9]+ turns, [1-9][0-9]* fired$' 32 64

# Types a, and b once a is logged out.
sed 's/IDLE = 3000000/IDLE = 300000/' "$examples/servers/with_libev.c" >with_libev.c
echo '#include <ev.h>' | cc -E -I/usr/include/libev - >/dev/null 2>&1 || skip "no libev here; the other examples pass"
with="-I/usr/include/libev -lev"
tries with_libev.c '(printf a; sleep 0.6; >jumped; printf b) | ./try' 1000 '^b is logged out$' 32 64
