#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_report_test.sh REPLAY TRACE - what replay writes as JSON and as a page is what replay_report_oracle.py finds in the
# traces of replay_traces.sh and in the bundled one, TRACE; and no file is there in half. Wants TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/replay_traces.sh"
replay=$1 trace=$2
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
traces
awk 'BEGIN { srand(7); for (time = 100; time < 90000; time += int(rand() * 500)) {
                 id = int(rand() * 40)
                 if (rand() < 0.3) print time, "cancel", id
                 else print time, "arm", id, time + int(exp(rand() * 12)) - 50 } }' >random.trace
"$replay" --help >help

fail() {
    echo "FAILED: $*"
    exit 1
}

# reports UNIT SLACK TRACE...: as the oracle says.
reports() {
    unit=$1 slack=$2
    shift 2
    [ "$slack" = - ] || set -- --slack "$slack" "$@"
    "$replay" --repeat 1 --unit "$unit"us --json found --html page "$@" >out 2>err || fail "$*: status $?, $(cat err)"
    [ "$slack" = - ] || shift 2
    python3 -m json.tool found >/dev/null || fail "$*: no JSON"
    python3 -B "$here/replay_report_oracle.py" "$unit" "$slack" out found page help "$@" || fail "$unit $slack $*"
}

for file in *.trace; do
    reports 1 - "$file"
    reports 3 7 "$file"
done
reports 1 - "$trace"
reports 1000 50 "$trace" move.trace none.trace

# A name of any bytes.
odd=$(printf 'a "\\<&>\t\001\303\244\360\237\222\247\303\355\240\200\377.trace')
cp move.trace "$odd"
reports 1 - "$odd"

# With - the table gives way to the JSON object or the page, which are what a file gets, but for the times.
"$replay" --repeat 1 --json - --log logs move.trace >got
python3 -m json.tool got >/dev/null || fail "there is more than JSON on stdout"
"$replay" --repeat 1 --html - move.trace >got
[ "$(head -n 1 got) $(tail -n 1 got)" = '<!DOCTYPE html> </html>' ] || fail "there is more than the page on stdout"

# stays FILE MESSAGE ARGUMENT...: status 2 and the message; the file is what it was, and nothing is left beside it.
stays() {
    file=$1 message=$2
    shift 2
    echo old >"$file"
    status=0
    "$replay" --repeat 1 "$@" >/dev/null 2>err || status=$?
    [ "$status $(cat err)" = "2 $message" ] || fail "$*: status $status, $(cat err)"
    [ "$(cat "$file")" = old ] || fail "$*: $file is overwritten"
    [ -z "$(find . -name '*.part')" ] || fail "$*: leaves $(find . -name '*.part')"
}
stays kept "absent.trace:1: cannot be read: No such file or directory" --json kept absent.trace
stays kept "replay: absent/page: No such file or directory" --json kept --html absent/page --log late move.trace
[ ! -e late ] || fail "what cannot be written is found too late"

# No file can have more than 512 or 1024 bytes.
(
    trap '' XFSZ 2>/dev/null || exit 0
    ulimit -f 1
    stays kept "replay: kept: File too large" --html kept move.trace
    stays kept "replay: kept: File too large" --json kept move.trace
)
if [ -c /dev/full ]; then
    if "$replay" --repeat 1 --json - move.trace >/dev/full 2>err; then fail "a full disk goes unnoticed"; fi
    [ "$(cat err)" = "replay: the output cannot be written" ] || fail "a full disk: says '$(cat err)'"
fi

# A link stays one, and a pipe gets what a file would.
echo old >real && ln -s real link
"$replay" --repeat 1 --json link move.trace >out
[ -h link ] || fail "the link is replaced"
python3 -m json.tool real >/dev/null || fail "the file behind the link is not written"
mkfifo pipe
timeout 60 cat pipe >got &
"$replay" --repeat 1 --json pipe move.trace >out
wait $!
python3 -m json.tool got >/dev/null || fail "the pipe gets something else"
[ -p pipe ] || fail "the pipe is replaced"
echo ok
