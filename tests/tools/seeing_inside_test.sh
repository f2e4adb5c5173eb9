#!/bin/sh
# seeing_inside_test.sh REPLAY: the commands of docs/seeing-inside.md, in their order, find what the page says that they
# find: the slow callback, the leaked timer in a process and in a core, a page that Prometheus reads, probes, a trace of
# Chrome's format, and a trace that replay reads. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need cc
need gdb
need python3
replay=$1
export PYTHONDONTWRITEBYTECODE=1 # tools is a link
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
for name in "$TW_SOURCE"/*.h "$TW_SOURCE/examples" "$TW_SOURCE/include" "$TW_SOURCE/tools"; do ln -s "$name" .; done

fail() {
    echo "FAILED: $*"
    exit 1
}

# Each block of commands becomes a file 1, 2, ...; its output stands in 1.out, 2.out, ...
awk '/^```sh$/ { file = ++n; next } /^```$/ { file = "" } file { print >file }' "$TW_SOURCE/docs/seeing-inside.md"
block() { # NUMBER WORD: the block has this word, and ends well
    grep -q -e "$2" "$1" || fail "block $1 of the page has no $2"
    sh -e "./$1" >"$1.out" 2>&1 || { cat "$1.out"; fail "block $1"; }
}

block 1 'cc -g'
block 2 './seen 2'
awk '/ took .* worst [0-9]+ of flush_log$/ && $(NF - 2) > 30000000 { slow++ }
    / armed / && /arms/ { for (i = 1; i < NF; i++) if ($i == "armed") { grows += $(i + 1) > (armed ? armed : 30); armed = $(i + 1) } }
    END { exit !(slow == 2 && grows == 2) }' 2.out || { cat 2.out; fail "the slow callback is not named, or no timers leak"; }

gdb -nx -batch -ex 'break main' -ex run ./seen >gdb.out 2>&1 || :
! grep -qi "ptrace\|Could not trace\|Cannot create process\|Couldn't get registers" gdb.out || skip "gdb may not trace here"
block 3 'uniq -c'
awk '$2 == "<keepalive>" { leaked = $1 } $2 == "<idle_timeout>" { open = $1 }
    END { exit !(open > 5 && open < 25 && leaked > 2 * open) }' 3.out || { cat 3.out; fail "gdb shows no leak"; }
block 4 'print conn\[0\]'
grep -q 'open = false, idle = idle, <idle_timeout>, keepalive = waits for [0-9]*, <keepalive>}' 4.out ||
    { cat 4.out; fail "the object of the leaked timer"; }
block 5 generate-core-file
grep -q 'set over hwheel, [0-9]* armed, now [0-9]* = {0x' 5.out || { cat 5.out; fail "a core"; }

block 6 './seen page'
PYTHONPATH=/usr/lib/python3/dist-packages python3 - <<'END' || fail "the page for Prometheus"
import sys
try:
    from prometheus_client.parser import text_string_to_metric_families
except ImportError:
    print("python3-prometheus-client is missing: the page is not read")
    sys.exit(0)
families = {f.name: f for f in text_string_to_metric_families(open("6.out").read())}
late = families["tw_timer_late_ticks"]
buckets = [s for s in late.samples if s.name.endswith("_bucket")]
assert late.type == "histogram" and [s.value for s in buckets] == sorted(s.value for s in buckets)
count = [s.value for s in late.samples if s.name.endswith("_count")][0]
assert buckets[-1].labels == {"set": "server", "le": "+Inf"} and buckets[-1].value == count > 50
assert families["tw_timer_fires"].samples[0].value == count
armed = families["tw_timers_armed"]
assert armed.type == "gauge" and armed.samples[0].value > 30
END

if echo '#include <sys/sdt.h>' | cc -E - >/dev/null 2>&1; then
    block 7 readelf
    for probe in arm move cancel fire return refuse; do
        grep -q "Name: $probe\$" 7.out || { cat 7.out; fail "no probe $probe"; }
    done
else
    echo "systemtap-sdt-dev is missing: no probes"
fi

block 8 chrome_trace
python3 - <<'END' || fail "the trace for Chrome"
import json
events = json.load(open("trace.json"))["traceEvents"]
bars = [e for e in events if e["ph"] == "X"]
assert len(bars) > 5 and {e["ph"] for e in events} == {"X", "i"}
for e in events:  # what the format of Chrome's traces demands of complete and of instant events
    assert isinstance(e["name"], str) and isinstance(e["pid"], int) and isinstance(e["tid"], int) and e["ts"] >= 0
    assert e["dur"] > 0 if e["ph"] == "X" else e["s"] == "t"
for a, b in zip(bars, bars[1:]):  # bars of one thread do not overlap
    assert a["ts"] + a["dur"] <= b["ts"] + 0.2
assert {e["dur"] for e in bars} == {120, 15}
END

block 9 'seen trace'
"$replay" --repeat 1 seen.trace >replay.out 2>&1 || { cat replay.out; fail "replay refuses the trace"; }
grep -q hwheel replay.out || { cat replay.out; fail "replay did not run"; }
[ ! -e 10 ] || fail "the page has a block that is not tested"
echo "the nine blocks find what the page says"
