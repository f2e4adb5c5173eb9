#!/bin/sh
# example_test.sh PROGRAM: the example keeps its reminders through kill -9, and a copy of mdb_copy has them. Wants TW_SOURCE
# and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need mdb_copy
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
fail() {
    echo "FAILED: $*"
    exit 1
}

"$1" reminders.db 3600 never >first.out &
pid=$!
trap 'kill -9 $pid 2>/dev/null || :' EXIT
until grep -q '^it is on the disk$' first.out; do sleep 0.1; done
status=0
"$1" reminders.db 2>second.err || status=$?
[ "$status $(cat second.err)" = "1 example: reminders.db: another set has the file" ] || fail "a second one"
mdb_copy -n reminders.db copy.db
mdb_copy -n -c reminders.db small.db
kill -9 $pid
wait $pid || :
for file in reminders copy small; do
    : >again.out # or what the last one said is read, while the new one has not emptied it
    "$1" $file.db 0 now >again.out &
    pid=$!
    until grep -q '^now$' again.out; do sleep 0.1; done
    kill -9 $pid
    wait $pid || :
    od -A n -c $file.db | tr -d ' \n' | grep -q never || fail "the first reminder is not in $file.db"
done
status=0
"$1" 2>usage.err || status=$?
[ $status = 2 ] || fail "bad arguments: status $status"
