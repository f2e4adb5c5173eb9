#!/bin/sh
# SPDX-License-Identifier: MIT-0
# Records the timers of a program into a trace for replay; --help says how. Wants record.so beside it.
set -u

usage() {
    cat <<'END'
record.sh [-o FILE] [--] PROGRAM [ARGUMENT...]

Runs PROGRAM and writes down what it does with its timers, as a trace that `replay` reads:
    libev      timers and periodics
    libevent   all events with a timeout, also those of bufferevents
    libuv      timers
    Linux      timerfd, and the timeouts of epoll_wait, poll and select: one timer for each thread

    -o FILE    the trace; PROGRAM.trace in this directory if it is not given

Stop the program as usual, with Ctrl-C or a signal; the trace is made when it has ended, also if it crashed. A child
that uses timers is recorded into FILE.PID. A server has to stay in the foreground. The exit status is that of
PROGRAM, or 2 if there is nothing to record.
END
}

bad() {
    echo "record.sh: $*" >&2
    exit 2
}

out='' program=
while [ $# -gt 0 ]; do
    case $1 in
    --help) usage && exit 0 || bad "the output cannot be written" ;;
    -o) [ $# -gt 1 ] || bad "-o needs the name of a file" ; out=$2 && shift ;;
    --) shift && break ;;
    -*) bad "unknown option '$1'; --help lists them" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || bad "no program is named; --help says how"
program=$(basename -- "$1")
out=${out:-$program.trace}
library=$(cd "$(dirname -- "$0")" && pwd)/record.so
[ -r "$library" ] || bad "no $library; build the target record"
command -v "$1" >/dev/null || bad "no program '$1'"
work=$(mktemp -d "$out.XXXXXX") || bad "$out cannot be written"
directory=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT

# trace FILE: its lines in the order of time, with timers numbered as they appear and the first line at time 0. Times of
# threads may cross. A timer that is taken out when its time has come fired, and one that waits for nothing was idle.
trace() {
    taken=$(od -A n -t u8 -N 8 "$1" | tr -d ' ')
    most=$(od -A n -t u8 -j 8 -N 8 "$1" | tr -d ' ')
    [ "$taken" -le "$most" ] || echo "record.sh: $((taken - most)) lines behind the first $most are lost" >&2
    od -A n -v -t u8 -w24 -j 24 -N $((24 * (taken < most ? taken : most))) "$1" | LC_ALL=C sort -s -n -k 1,1 | awk '
        $1 == 0 { next }
        $3 == 0 && !($2 in due && due[$2] > $1) { delete due[$2]; next }
        lines++ == 0 { start = $1 }
        !($2 in number) { number[$2] = timers++ }
        $3 == 0 { printf "%.0f cancel %d\n", $1 - start, number[$2]; delete due[$2]; next }
        { printf("%.0f arm %d %.0f\n", $1 - start, number[$2], $3 > start ? $3 - start : 0); due[$2] = $3 }'
}

# The program has no terminal of its own, but Ctrl-C reaches it; a signal to this script is passed on.
exec 3<&0
env --default-signal=INT,QUIT LD_PRELOAD="$library${LD_PRELOAD:+:$LD_PRELOAD}" TW_RECORD="$directory" \
    "$@" <&3 3<&- &
child=$!
exec 3<&-
trap : INT QUIT
trap 'kill -TERM $child 2>/dev/null' TERM
trap 'kill -HUP $child 2>/dev/null' HUP
status=129
while [ $status -gt 128 ] && kill -0 $child 2>/dev/null; do
    wait $child
    status=$?
done

made=0
for file in "$work"/*; do
    [ -f "$file" ] || continue
    to=$out.${file##*/}
    [ "$to" != "$out.$child" ] || to=$out
    {
        echo "# timer trace 1, recorded from: $(printf '%s ' "$@" | LC_ALL=C tr -c ' -~' '?')"
        echo '# TIME arm ID EXPIRES | TIME cancel ID, in microseconds; an armed timer that is armed again is moved'
        trace "$file"
    } >"$work/trace" || bad "$to cannot be written"
    lines=$(($(wc -l <"$work/trace") - 2))
    [ $lines -gt 0 ] || continue
    mv "$work/trace" "$to" || bad "$to cannot be written"
    echo "record.sh: $to: $lines operations" >&2
    made=$((made + 1))
done
[ $made -gt 0 ] || bad "$program used no timer that can be seen: is it statically linked, or did it leave for the background?"
exit $status
