#!/bin/sh
# SPDX-License-Identifier: MIT-0
# Records the timers of a program into a trace for replay; --help says how. Wants record.so beside it.
set -u

usage() {
    cat <<'END'
record.sh [-o FILE] [--seconds N] [--] PROGRAM [ARGUMENT...]

Runs PROGRAM and writes down what it does with its timers, as a trace that `replay` reads:
    libev      timers and periodics
    libevent   all events with a timeout, also those of bufferevents
    libuv      timers
    Linux      timerfd, and the timeouts of epoll_wait, poll and select: one timer for each thread

    -o FILE      the trace; PROGRAM.trace in this directory if it is not given
    --seconds N  ends the program after N seconds, by SIGTERM

Stop the program as usual, with Ctrl-C or a signal: the trace is made when it has ended, even if it crashed. A server
has to stay in the foreground, or --seconds says how long it is recorded in the background. Children are recorded too,
each by itself: the process that did most with its timers gives FILE, every other one FILE.PID. The exit status is that of
PROGRAM, 0 if --seconds ended it, or 2 if no timer was seen.
END
}

bad() {
    echo "record.sh: $*" >&2
    exit 2
}

out= seconds=
while [ $# -gt 0 ]; do
    case $1 in
    --help) usage && exit 0 || bad "the output cannot be written" ;;
    -o)
        [ $# -gt 1 ] || bad "-o needs the name of a file"
        out=$2
        shift
        ;;
    --seconds)
        case ${2-} in '' | *[!0-9]* | 0* | ???????*) bad "--seconds needs a number from 1 to 999999" ;; esac
        seconds=$2
        shift
        ;;
    --) shift && break ;;
    -*) bad "unknown option '$1'; --help lists them" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || bad "no program is named; --help says how"
command -v "$1" >/dev/null || bad "no program '$1'"
out=${out:-$(basename -- "$1").trace}
library=$(cd "$(dirname -- "$0")" && pwd)/record.so
[ -r "$library" ] || bad "no $library; build the target record"
case $library in *[\ :]*) bad "'$library' has a blank or a colon, which LD_PRELOAD cannot hold" ;; esac
work=$(mktemp -d -- "$out.XXXXXX" 2>/dev/null) && work=$(cd -- "$work" && pwd) || bad "$out cannot be written"
trap 'rm -rf "$work"' EXIT

# lines FILE: in the order of time, since the lines of threads may cross; timers numbered as they appear; the first line
# at time 0. A timer that is taken out when its time has come fired before, and one that was not armed does not count. The
# first line of a timer says what it is of, and FILE.sources gets the number of lines of each.
lines() {
    taken=$(od -A n -t u8 -N 8 "$1" | tr -d ' ')
    lost=$(od -A n -t u8 -j 8 -N 8 "$1" | tr -d ' ')
    [ "$lost" -eq 0 ] || echo "record.sh: $lost operations of process ${1##*/} are lost: no room for them" >&2
    od -A n -v -t u8 -w24 -j 24 -N $((24 * taken)) "$1" | LC_ALL=C sort -s -n -k 1,1 | sources=$1.sources awk '
        BEGIN { names = split("libev libevent libuv timerfd waits", name) }
        $1 == 0 { next }
        $3 == 0 && due[$2] <= $1 { delete due[$2]; next }
        lines++ == 0 { start = $1 }
        !($2 in number) { number[$2] = timers++ }
        $3 == 0 { n[of[$2]]++; printf("%.0f cancel %d\n", $1 - start, number[$2]); delete due[$2]; next }
        { source = name[$3 % 8]; due[$2] = ($3 - $3 % 8) / 8; n[source]++
          printf("%.0f arm %d %.0f%s\n", $1 - start, number[$2], due[$2] > start ? due[$2] - start : 0,
              of[$2] == source ? "" : " # source: " source)
          of[$2] = source }
        END { for (i = 1; i <= names; i++)
                  if (n[name[i]]) printf("%s%s %d", said++ ? ", " : "", name[i], n[name[i]]) >ENVIRON["sources"] }'
}

# What a shell starts with & ignores Ctrl-C and reads nothing, but for these lines. Signals to the script are passed on.
exec 3<&0
env --default-signal=INT,QUIT LD_PRELOAD="$library${LD_PRELOAD:+:$LD_PRELOAD}" TW_RECORD="$work" "$@" <&3 3<&- &
child=$!
exec 3<&-

# The processes that are recorded and still run; one that has ended and that nobody waits for does not.
running() {
    for file in "$work"/[0-9]*; do
        ! grep -q '^State:.[^ZX]' "/proc/${file##*/}/status" 2>/dev/null || echo "${file##*/}"
    done
}
# The processes that have the recorder, also those that do not record yet: a child of fork() begins a moment later.
heirs() {
    grep -lzxF "TW_RECORD=$work" /proc/[0-9]*/environ 2>/dev/null
}
timer= ended=$work/ended
if [ -n "$seconds" ]; then
    { sleep "$seconds" && : >"$ended" && kill -TERM $child $(running) 2>/dev/null; } &
    timer=$!
fi
trap : INT QUIT
trap 'kill -TERM $child 2>/dev/null' TERM
trap 'kill -HUP $child 2>/dev/null' HUP
status=129
while [ $status -gt 128 ] && kill -0 $child 2>/dev/null; do
    wait $child
    status=$?
done
if [ -n "$timer" ]; then
    while [ -n "$(running)$(heirs)" ] && [ ! -e "$ended" ]; do sleep 0.1; done # it went to the background
    # A process that SIGTERM has reached has ten seconds to end.
    left=100
    while [ -e "$ended" ] && [ -n "$(running)" ] && [ $((left -= 1)) -gt 0 ]; do sleep 0.1; done
    kill $timer 2>/dev/null
    [ ! -e "$ended" ] || status=0
fi
for pid in $(running); do
    echo "record.sh: process $pid goes on in the background, and is recorded until now only. Keep $1 in the foreground," \
        "by an option of its own, or record it for some time: --seconds N" >&2
done

for file in "$work"/[0-9]*; do
    [ -f "$file" ] || break
    {
        echo "# timer trace, recorded from: $(printf '%s ' "$@" | LC_ALL=C tr -c ' -~' '?')"
        echo '# TIME arm ID EXPIRES | TIME cancel ID, in microseconds'
        lines "$file"
    } >"$file.trace" || bad "$out cannot be written"
    echo "$(($(wc -l <"$file.trace") - 2)) ${file##*/}"
done >"$work/sizes" || bad "$out cannot be written"
sort -s -n -r -o "$work/sizes" "$work/sizes"

made=
while read -r size pid && [ "$size" -gt 0 ]; do
    to=$out${made:+.$pid}
    made=yes
    mv -- "$work/$pid.trace" "$to" || bad "$to cannot be written"
    echo "record.sh: $to: $size operations of process $pid: $(cat "$work/$pid.sources")" >&2
done <"$work/sizes"
[ -n "$made" ] || bad "no timer was seen: is $1 linked statically, or does it go to the background?"
exit $status
