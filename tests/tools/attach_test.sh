#!/bin/sh
# attach_test.sh KIND REPLAY PROGRAM: attach.sh records what a running program does with the timers of libuv, libevent or
# libev (record/attach_target.c), and replay reads the trace. Of libev it holds the arms and stops of timers alone. Wants
# TW_SOURCE and TW_WORK, root, and a kernel that lets bpftrace attach.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need bpftrace
kind=$1 replay=$2 program=$3
attach=$TW_SOURCE/tools/record/attach.sh
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
bpftrace -e 'BEGIN { printf("it runs\n"); exit(); }' 2>&1 | grep -q 'it runs' || skip "the kernel lets no bpftrace run here"

fail() {
    echo "FAILED: $*"
    cat said_by
    exit 1
}

# Beside it the same program does the same: its timers are not in the trace.
mkdir beside && ln -s ../go beside/go

# recorded SECONDS: records the program, which begins with its timers so long after bpftrace. Does the trace agree?
recorded() {
    rm -f go
    (cd beside && exec "$program" >said) &
    "$program" >said &
    pid=$!
    { sleep "$1" && : >go; } &
    "$attach" -o my.trace --seconds $(($1 + 5)) $pid 2>said_by || { wait && return 1; }
    wait $pid || fail "the program"
    grep -q "^attach.sh: my.trace: $(grep -vc '^#' my.trace) operations of process $pid$" said_by || return 1
    if [ "$kind" = libev ]; then
        # a half of its operations is seen, and with those of the other program twice as many would be
        awk -v most="$(wc -l <said)" '$2 == "arm" { n++ } $2 == "cancel" { cancels++ }
            END { exit !(n > 5 && cancels > 0 && 4 * (n + cancels) < 3 * most) }' my.trace
    else
        awk -f "$TW_SOURCE/tests/tools/record/agree.awk" said my.trace
    fi
}

# A busy machine needs longer to attach.
recorded 4 || recorded 12 || recorded 30 || fail "see said and my.trace in $TW_WORK"
"$replay" --repeat 1 my.trace >table || fail "replay refuses the trace"
grep -q "^Recorded operations: $kind [0-9]*[.]$" table || { cat table; fail "the source"; }

for line in '' '1 2' '--seconds 0 1' '-x' '999999999' "$$"; do
    status=0
    # shellcheck disable=SC2086
    "$attach" -o other.trace $line >out 2>said_by || status=$?
    [ $status -eq 2 ] && [ "$(wc -l <said_by)" -eq 1 ] || fail "'$line': status $status"
done
"$attach" --help | grep -q '^attach.sh \[-o FILE\]' || fail "no help"
echo "$kind ok"
