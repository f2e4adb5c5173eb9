#!/bin/sh
# SPDX-License-Identifier: MIT-0
# Records the timers of a process that runs already, into a trace for replay; --help says how. Wants bpftrace.
set -u

usage() {
    cat <<'END'
attach.sh [-o FILE] [--seconds N] PID

Attaches to a running process for N seconds, 10 if it is not given, and writes down what it does with its timers, as a
trace that `replay` reads. It sees timers of libevent, libuv and libev, if the process has loaded them as shared libraries;
of libev no repetitions and no periodics.
Wants Linux on a 64-bit x86 or ARM machine, bpftrace, and the right to use it, as root has.

    -o FILE      the trace; PID.trace in this directory if it is not given
    --seconds N  how long; or end it with Ctrl-C

The process runs on. What was armed before is not in the trace. The exit status is 2 if no timer was seen.
END
}

bad() {
    echo "attach.sh: $*" >&2
    exit 2
}

out= seconds=10
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
    -*) bad "unknown option '$1'; --help lists them" ;;
    *) break ;;
    esac
    shift
done
[ $# -eq 1 ] || bad "name one process by its number; --help says how"
pid=$1 out=${out:-$1.trace}
[ -r "/proc/$pid/maps" ] || bad "no process $pid, or no right to look at it"
command -v bpftrace >/dev/null || bad "no bpftrace here"
: >"$out" || bad "$out cannot be written"
work=$(mktemp -d) || bad "no folder for temporary files"
trap 'rm -rf "$work"' EXIT

# library NAME: the path of this library in the process; empty if it is not loaded.
library() { awk -v name="/$1[-.0-9a-z]*[.]so" '$6 ~ name { print $6; exit }' "/proc/$pid/maps"; }

# Lines TIME of ID WHAT NUMBERS. libuv: milliseconds from now. libevent: seconds and microseconds, from now or absolute
# (1). libev: the halves of a double, seconds from now. bpftrace -p ends with the process, but sees all others, too.
uv=$(library libuv) event=$(library 'libevent(_core)?') ev=$(library libev)
{
    [ -z "$uv" ] || cat <<END
uprobe:$uv:uv_timer_again /pid == $pid/ { @again[tid] = 1; }
uretprobe:$uv:uv_timer_again /pid == $pid/ { delete(@again[tid]); }
uprobe:$uv:uv_timer_start /pid == $pid/ { @starts[tid] = 1; printf("%llu libuv %llu ms %llu\n", nsecs, arg0, arg2); }
uretprobe:$uv:uv_timer_start /pid == $pid/ { delete(@starts[tid]); }
uprobe:$uv:uv_timer_stop /pid == $pid && !@again[tid] && !@starts[tid]/ { printf("%llu libuv %llu stop 1\n", nsecs, arg0); }
END
    [ -z "$event" ] || cat <<END
uprobe:$event:event_add_nolock_ /pid == $pid && arg1 != 0 && (*(int16 *)(arg0 + 16) & 0x10) == 0/ {
    printf("%llu libevent %llu tv %llu %llu %llu\n", nsecs, arg0, *(uint64 *)arg1, *(uint64 *)(arg1 + 8), arg2);
}
uprobe:$event:event_remove_timer /pid == $pid/ { printf("%llu libevent %llu stop 0\n", nsecs, arg0); }
uprobe:$event:event_del_nolock_ /pid == $pid/ { printf("%llu libevent %llu stop %d\n", nsecs, arg0, arg1 == 0); }
END
    [ -z "$ev" ] || cat <<END
uprobe:$ev:ev_timer_again /pid == $pid/ {
    @again[tid] = 1;
    printf("%llu libev %llu again %llu %llu\n", nsecs, arg1, *(uint32 *)(arg1 + 44), *(uint32 *)(arg1 + 40));
}
uretprobe:$ev:ev_timer_again /pid == $pid/ { delete(@again[tid]); }
uprobe:$ev:ev_timer_start /pid == $pid && !@again[tid] && *(int32 *)arg1 == 0/ {
    printf("%llu libev %llu double %llu %llu\n", nsecs, arg1, *(uint32 *)(arg1 + 36), *(uint32 *)(arg1 + 32));
}
uprobe:$ev:ev_timer_stop /pid == $pid && !@again[tid]/ { printf("%llu libev %llu stop 1\n", nsecs, arg1); }
END
} >"$work/script"
[ -n "$uv$event$ev" ] || bad "process $pid has loaded neither libevent nor libuv nor libev"
trap : INT
timeout -s INT "$seconds" bpftrace -p "$pid" "$work/script" >"$work/lines" 2>"$work/said"
lost=$(sed -n 's/^Lost \([0-9]*\) events$/\1/p' "$work/lines" "$work/said" | awk '{ n += $1 } END { print n + 0 }')
[ "$lost" -eq 0 ] || echo "attach.sh: $lost operations are lost: bpftrace did not keep up" >&2

# The first operation at time 0; timers numbered as they appear. A timer that is not armed is not taken out. One whose time
# has come fired before. The libraries stop a timer that fires by themselves, and count from a time up to 5 ms ago.
grep -E '^[0-9]+ lib' "$work/lines" | LC_ALL=C sort -s -n -k 1,1 | awk '
    function seconds_of(high, low,   exponent) { # of a double
        exponent = int(high / 1048576) % 2048
        return exponent == 0 ? 0 : (1 + (high % 1048576 * 4294967296 + low) / 4503599627370496) * 2 ^ (exponent - 1023)
    }
    { now = int($1 / 1000); id = $2 " " $3 }
    $4 == "again" { $4 = seconds_of($5, $6) > 0 ? "double" : "stop"; if ($4 == "stop") $5 = 0 }
    $4 == "stop" && !(id in due) { next }
    $4 == "stop" && due[id] <= now + ($5 ? 5000 : 0) { delete due[id]; next }
    lines++ == 0 { start = now }
    !(id in number) { number[id] = timers++; comment = " # source: " $2 }
    $4 == "stop" { printf("%.0f cancel %d\n", now - start, number[id]); delete due[id]; next }
    {
        when = $4 == "ms" ? now + $5 * 1000 : $4 == "double" ? now + int(seconds_of($5, $6) * 1000000) \
            : $5 * 1000000 + $6 % 1048576 + ($7 ? 0 : now)
        due[id] = when
        printf("%.0f arm %d %.0f%s\n", now - start, number[id], when > start ? when - start : 0, comment)
        comment = ""
    }' >"$work/trace"
[ -s "$work/trace" ] || { cat "$work/said" >&2; rm -f "$out"; bad "no timer was seen in $seconds seconds"; }
{ echo "# timer trace, recorded from process $pid by bpftrace" && cat "$work/trace"; } >"$out" || bad "$out cannot be written"
echo "attach.sh: $out: $(wc -l <"$work/trace") operations of process $pid" >&2
