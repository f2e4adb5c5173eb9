#!/bin/sh
# rolling_test.sh redis PROGRAM: a client arms and consumes at two timerds of the version before over one Redis, while this
# version takes the place of one after the other. No timer is lost, early, or fired twice. Needs the repository's history.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
need git
need cmake

# The version before: where this branch left main; on main, the commit before the last one that changed timerd's sources.
sources=':(glob)products/timerd/*.[ch]'
in_git() { git -c safe.directory='*' -C "$TW_SOURCE" "$@"; }
in_git rev-parse -q --verify HEAD >>log 2>&1 || skip "there is no git history"
before=$(in_git merge-base main HEAD 2>>log || in_git rev-parse HEAD)
if in_git diff --quiet "$before" HEAD -- "$sources" products/timerd/lua; then
    changed=$(in_git log -n 1 --format=%H -- "$sources" products/timerd/lua)
    before=$(in_git rev-parse -q --verify "$changed^") || skip "the git history ends before the last change of timerd"
fi
mkdir old
in_git archive "$before" | tar -xf - -C old
# format FOLDER: of the timerd there; in older commits it stands at the top.
format() { cat "$1"/timerd/redis_connect.c "$1"/products/timerd/redis_connect.c 2>>log | sed -n 's/.* FORMAT = \([0-9]*\).*/\1/p'; }
[ "$(format old)" = "$(format "$TW_SOURCE")" ] || differs=1
off=''
for part in TESTS TOOLS EXAMPLES BENCH PLAYGROUND JUDGE LAB INSTALL; do
    off="$off -DTW_$part=OFF"
done
# shellcheck disable=SC2086 # a list
cmake -S old -B old/build -DCMAKE_BUILD_TYPE=Release -DTW_TIMERD=ON $off >>build.log 2>&1 || fail "$(tail build.log)"
cmake --build old/build --target timerd -j 2 >>build.log 2>&1 || fail "$(tail build.log)"

new=$program
set -- --shards 16 --shard-lease 1s --lease 3s --attempts 1000000
both_own() { [ "$(stat a shards-owned) $(stat b shards-owned)" = "8 8" ]; }
program=$TW_WORK/old/build/timerd/timerd patience='' # an option that it may not have
start a "$@"
if [ -n "${differs:-}" ]; then # no version may serve the other's timers
    status=0
    "$new" --store "$store" "$@" --listen b.sock >b.out 2>b.err || status=$?
    same "status with another format" 1 $status
    grep "its format is $(format old), not $(format "$TW_SOURCE")" b.err || fail "it says: $(cat b.err)"
    exit 0
fi
start b "$@"
until_ both_own
mkfifo phases
python3 "$TW_SOURCE/products/timerd/tests/rolling.py" a.sock b.sock <phases >seen &
client=$!
started="$started $client"
exec 4>phases

# phase WHAT: two seconds of load, in which both fire.
phase() {
    until_ both_own
    fired="$(stat a fired) $(stat b fired)"
    sleep 2
    until_ stat_above a fired "${fired% *}"
    until_ stat_above b fired "${fired#* }"
    echo "$1" >&4
}
phase "two of before"
for name in a b; do
    stop $name
    program=$new patience=10m
    start $name "$@" 4>&- # whose end the client waits for
    phase "$name is new"
done
exec 4>&-
status=0
wait $client || status=$?
echo "the version before is $before; armed and given after each phase, and in all:"
cat seen
same "status of the client" 0 $status
same "phases" 3 "$(grep -c '^[0-9]* [0-9]*$' seen)"
stop a
stop b
