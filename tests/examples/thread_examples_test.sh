#!/bin/sh
# thread_examples_test.sh NAME PROGRAM|tsan: the examples loops and timer_thread keep their promises: the status, and sums
# in the table that must agree; with tsan, built and run under ThreadSanitizer. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need awk
name=$1
program=$2
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

if [ "$program" = tsan ]; then
    echo 'int main(void) { return 0; }' >empty.c
    cc -fsanitize=thread empty.c -o empty 2>/dev/null && ./empty || skip "cc has no ThreadSanitizer here"
    program=./$name
    cc -std=c99 -O1 -g -fsanitize=thread -pthread -I"$TW_SOURCE" "$TW_SOURCE/examples/threads/$name.c" -o "$program"
else
    "$program" --help >output 2>errors || fail "--help: status $?"
    grep -q "^usage: $name" output && ! test -s errors || fail "--help"
fi

refused() {
    status=0
    "$program" "$@" >output 2>errors || status=$?
    test $status -eq 2 && ! test -s output && test "$(wc -l <errors)" -eq 1 && grep -q "^$name: " errors ||
        fail "$name $*: status $status, $(cat output errors)"
}

# run ARGUMENT...: status 0, and a table
run() {
    status=0
    "$program" "$@" >table 2>errors || status=$?
    cat table errors
    test $status -eq 0 && ! test -s errors || fail "$name $*: status $status"
}

# The rows of the loops and of the main thread make up the last; what was sent may be drained as fewer posts; and each
# drain that found any was rung for.
loops() {
    for arguments in "4 500" "1 100" "16 1000"; do
        set -- $arguments
        run --loops "$1" --sessions "$2"
        awk -v loops="$1" -v sessions="$2" '
            function check(what, ok) { if (!ok) { print "line " NR ": " what; failed = 1 } }
            NR == 1 { for (i = 2; i <= NF; i++) at[$i] = i; next }
            $1 != "all" { for (i = 2; i <= NF; i++) sum[i] += $i; rows++ }
            $1 ~ /^[0-9]+$/ { check("nothing was done", $at["drained"] > 0 && $at["fired"] > 0) }
            $1 == "all" {
                for (name in at) if (name != "latest") check(name, $at[name] == sum[at[name]])
                check("sessions", $at["sessions"] == (loops + 1) * (sessions + loops))
                check("drained", $at["drained"] <= $at["sent"] && $at["drains"] <= $at["drained"])
                check("fired", $at["fired"] <= $at["drained"])
                check("rung", $at["rung"] == $at["drains"] && $at["woken"] <= $at["rung"])
                check("kept", $at["early"] + $at["stale"] + $at["twice"] + $at["lost"] == 0)
            }
            END { check("rows", rows == loops + 1 && $1 == "all"); exit failed }' table || fail "--loops $1 --sessions $2"
    done
    refused --loops
    refused --loops 0
    refused --loops 65
    refused --sessions 3x
    refused --sessions 10001
    refused --threads 4
}

# Each timeout that was asked for expired or was cancelled. By the lock, only an ask rings; by posts, cancels may too.
timer_thread() {
    for arguments in "4 100" "4 100 --post" "1 5" "1 5 --post" "32 20" "32 20 --post"; do
        set -- $arguments
        run --clients "$1" --asks "$2" ${3:+$3}
        awk -v clients="$1" -v post="${3:-}" '
            function check(what, ok) { if (!ok) { print "line " NR ": " what; failed = 1 } }
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $1 ~ /^[0-9]+$/ {
                check("asked", $at["asked"] > 1 && $at["expired"] + $at["cancelled"] == $at["asked"])
                check("too_late", $at["too_late"] <= $at["expired"])
                check("kept", $at["early"] + $at["twice"] + $at["lost"] == 0)
                asked += $at["asked"]; expired += $at["expired"]; cancelled += $at["cancelled"]; rows++
            }
            END {
                check("way", $1 == (post == "" ? "direct:" : "posts:"))
                check("sums", $9 == expired && $11 == cancelled && rows == clients)
                check("rings", $4 <= asked + (post == "" ? 0 : asked) + 1)
                exit failed
            }' table || fail "--clients $1 --asks $2 ${3:-}"
    done
    refused --clients
    refused --clients 0
    refused --clients 65
    refused --asks 3x
    refused --asks 100001
    refused --poll
}

"$name"
