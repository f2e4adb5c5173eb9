#!/bin/sh
# record_scripts_test.sh asyncio|node REPLAY: the hooks for Python's asyncio and for Node write what a program does with
# its timers, and replay advises on a recorded program of asyncio. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
case=$1 replay=$2
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
tools=$TW_SOURCE/tools/record programs=$TW_SOURCE/tests/tools/record

fail() {
    echo "FAILED: $*"
    exit 1
}

# shape FILE: its operations without times, timers numbered as they come; a deadline becomes the time to it, in seconds.
shape() {
    awk '!($3 in number) { number[$3] = n++ }
        $2 == "arm" { print "arm", number[$3], int(($4 - $1) / 1000000 + 0.5), $7; next }
        { print $2, number[$3] }' "$1"
}

case $case in
asyncio)
    need python3
    python3 "$tools/asyncio_trace.py" my.trace "$programs/asyncio_timers.py" >out
    {
        for i in 0 1 2 3 4 5 6 7 8; do echo "arm $i $((100 + i)) asyncio"; done
        printf '%s\n' 'arm 9 0 asyncio' 'cancel 0' 'cancel 1' 'cancel 2' 'arm 10 0 asyncio' 'cancel 3'
    } >wanted
    shape my.trace | diff -u wanted - || fail "other operations"
    for line in '' 'one' '--help more'; do
        status=0
        # shellcheck disable=SC2086
        python3 "$tools/asyncio_trace.py" $line >out 2>&1 || status=$?
        [ $status -eq 2 ] || fail "'$line': status $status"
    done
    python3 "$tools/asyncio_trace.py" --help | grep -q 'asyncio_trace.py FILE PROGRAM' || fail "no help"
    # 2,000 requests make at least 4,000 armings, enough for advice; which structures lead is up to the machine
    python3 "$tools/asyncio_trace.py" many.trace "$programs/asyncio_timers.py" 2000
    "$replay" --repeat 3 many.trace >table || { cat table; fail "replay refuses the trace"; }
    grep -q '^Recorded operations: asyncio [0-9,]*[.]$' table || { cat table; fail "the source"; }
    grep -E '^[a-z0-9]* (fits this trace best|and [a-z0-9]*(, the two fastest,)? are (level|not told apart) on this trace)|The machine may be busy' table ||
        { cat table; fail "replay does not advise"; }
    ;;
node)
    need node
    TW_TRACE_FILE=my.trace node --require "$tools/node_trace.cjs" "$programs/node_timers.js"
    {
        for i in 0 1 2 3 4 5 6 7 8; do echo "arm $i 60 node"; done
        printf '%s\n' 'arm 9 0 node' 'arm 8 60 node' 'arm 10 0 node' 'cancel 0' 'cancel 1' 'cancel 2' 'cancel 3'
        printf '%s\n' 'arm 10 0 node' 'arm 10 0 node'
    } | sort >wanted
    shape my.trace | sort | diff -u wanted - || { cat my.trace; fail "other operations"; }
    "$replay" --repeat 1 my.trace >table || fail "replay refuses the trace"
    grep -q '^Recorded operations: node 18[.]$' table || { cat table; fail "the source"; }
    status=0
    node --require "$tools/node_trace.cjs" "$programs/node_timers.js" 2>err || status=$?
    [ $status -eq 2 ] && grep -q 'TW_TRACE_FILE names no file' err || fail "no file: status $status"
    ;;
esac
echo "$case ok"
