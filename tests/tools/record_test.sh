#!/bin/sh
# record_test.sh CASE RECORD REPLAY PROGRAM [ARGUMENT...]: what record.sh makes of programs that say what they do with their
# timers (record/said.h), and of one that ends or starts processes (record/processes.c). Wants TW_SOURCE and TW_WORK.
set -u
. "$(dirname "$0")/../skip.sh"
case=$1 record=$2 replay=$3 program=$4
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1
case $record in *[\ :]*) skip "LD_PRELOAD cannot hold the path of this build: it has a blank or a colon" ;; esac
. "$TW_SOURCE/tests/tools/record/tried.sh"

case $case in
agrees)
    shift 4
    for library in $(ldd "$program" "$@" | awk '/lib(ev|event|event_core|uv)[-.]/ { print $3 }'); do
        readelf -Wr "$library" | grep -q -e ev_feed_event -e event_add_nolock_ -e uv_timer_again ||
            skip "the inner calls of $library were bound by the linker"
    done
    ends 0 "$@"
    awk -f "$TW_SOURCE/tests/tools/record/agree.awk" out my.trace || fail "see out and my.trace in $TW_WORK"
    of=$program
    [ $# -eq 0 ] || of=$1
    of=$(basename "$of" | sed s/^liblib/lib/)
    case $of in wait_*) of=waits ;; bound_*) of=libevent ;; *) of=${of%_*} ;; esac
    replays my.trace "$(wc -l <out)" "$of $(wc -l <out)"
    ;;
threads)
    ends 1 threads
    replays my.trace 80000 'timerfd 80000'
    awk '$2 == "arm" { n[$3]++ } END { for (i in n) if (n[i] != 20000) exit 1 }' my.trace || fail "a thread lost lines"
    ;;
fork)
    ends 1 fork
    replays my.trace 3 'timerfd 3'
    set -- my.trace.*
    [ $# -eq 1 ] || fail "there are $# other traces"
    replays "$1" 2 'timerfd 2'
    ;;
ends)
    for how in '7 exit' '134 crash' '130 interrupt'; do
        # shellcheck disable=SC2086
        ends $how
        replays my.trace 2 'timerfd 2'
    done
    ends 7 exec
    replays my.trace 4 'timerfd 4'
    ;;
stopped)
    # What stops the script stops the program, and the trace is made.
    "$record" -o my.trace "$program" server >out 2>err &
    until grep -q ready out; do sleep 0.05; done
    kill -TERM $!
    wait $!
    status=$?
    [ $status -eq 143 ] || fail "status $status, not 143"
    replays my.trace 2 'timerfd 2'
    ;;
seconds)
    # After a second a server is ended, and so is a program that has gone to the background.
    options="--seconds 1"
    for mode in server background; do
        ends 0 $mode
        replays my.trace 2 'timerfd 2'
        ! grep -q background err || fail "$mode is told to be in the background"
    done
    ! kill -0 "$(cat background.pid)" 2>/dev/null || grep -q '^State:.[ZX]' "/proc/$(cat background.pid)/status" ||
        fail "the program still runs"
    # A program that has ended before is not waited for.
    options="--seconds 500"
    ends 7 exit
    ;;
background)
    # Who records a program in the background is told.
    rm -f background.pid
    "$record" -o my.trace -- sh -c '"$1" background && until [ -s background.pid ]; do sleep 0.05; done' - "$program" 2>err
    pid=$(cat background.pid) && kill "$pid"
    grep -q "^record.sh: process $pid goes on in the background.*--seconds N$" err || fail "says nothing of it"
    replays my.trace 2 'timerfd 2'
    ;;
input)
    # The program reads what the script reads; without -o the trace is named after it.
    echo 5 | "$record" "$program" read >out 2>err
    replays "$(basename "$program").trace" 5 'timerfd 5'
    ;;
sources)
    # A timer says once what it is of.
    ends 1 both
    replays my.trace 5 'timerfd 3, waits 2'
    sed -n 's/.* \(arm [01]\) [0-9]*/\1/p' my.trace >got
    printf '%s\n' 'arm 0 # source: timerfd' 'arm 0' 'arm 1 # source: waits' 'arm 1' 'arm 0' | diff - got ||
        fail "the comments are others"
    ;;
clock)
    # By hand, from record/clock_timers.c: the first operation is at 0. The last deadline that the recorder counts is 2^50 - 1,
    # of which 100 s were over at the first operation.
    ends 0
    replays my.trace 6 'timerfd 6'
    grep -v '^#' my.trace | diff - "$TW_SOURCE/tests/tools/record/clock.trace" || fail "the times are others"
    ;;
nothing)
    ends 2 none
    [ ! -e my.trace ] || fail "there is a trace of nothing"
    grep -q 'no timer was seen' err || fail "says nothing of it"
    ;;
refused)
    for line in '-o' '-x a' '' '-o a -- ./none' '-o none/a -- sh' --seconds '--seconds 0 sh' '--seconds 1x sh'; do
        # shellcheck disable=SC2086
        "$record" $line >out 2>err
        status=$?
        [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || fail "'$line': status $status, $(cat err)"
    done
    [ -z "$(ls | grep -v -e '^out$' -e '^err$')" ] || fail "something is left: $(ls)"
    "$record" --help | grep -q '^record.sh \[-o FILE\]' || fail "no help"
    ! "$record" --help >/dev/full 2>err || fail "a full disk goes unnoticed"
    ;;
*)
    fail "no case $case"
    ;;
esac
[ -z "$(ls -d my.trace.?????? 2>/dev/null | grep -v '[.][0-9]*$')" ] || fail "a working directory is left"
echo "$case ok"
