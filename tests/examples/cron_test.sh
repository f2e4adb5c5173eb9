#!/bin/sh
# cron_test.sh wakeups|really CRON SIMULATION: what examples/servers/cron.c promises beyond the cases in cron/ and in
# cron_simulation/; SIMULATION is the same program on a virtual system. Wants TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need awk
cron=$2 simulation=$3
mkdir -p "$TW_WORK"
cd "$TW_WORK"

TZ=CET-1CEST,M3.5.0,M10.5.0/3 # a rule, so that no zone database is needed
export TZ

fail() {
    echo "FAILED: $*"
    exit 1
}

# cron_of LINES ARGUMENTS: what becomes of a crontab with these lines.
cron_of() {
    printf "%s\n" "$1" >tab
    shift
    "$simulation" "$@" tab
}

# One wake-up for each time at which something is due, and none else; and no more entries than there is room for.
wakeups() {
    wakes() {
        wanted=$1
        shift
        test "$(cron_of "$@" | tail -n 1)" = "$wanted" || fail "$*: $(tail -n 1 output)"
    }
    wakes "10 wake-ups, 10 commands" '0 0 1 1 * x' --from "2026-01-02 00:00" --until "2036-01-02 00:00"
    wakes "0 wake-ups, 0 commands" '0 0 1 1 * x' --from "2026-01-01 00:01" --until "2027-01-01 00:00"
    wakes "1440 wake-ups, 1440 commands" '* * * * * x' --from "2026-01-01 00:00" --until "2026-01-02 00:00"
    wakes "1 wake-ups, 999 commands" "$(awk 'BEGIN { while (i++ < 999) print "0 0 1 7 * x" }')" \
        --from "2026-01-01 00:00" --until "2027-01-01 00:00"
    awk 'BEGIN { for (i = 0; i < 1001; i++) print "* * * * * x" }' >many
    status=0
    "$cron" many >output 2>errors || status=$?
    test $status -eq 2 && ! test -s output && grep -q "^cron: many:1000: " errors || fail "too many: $(cat errors)"
}

# Commands really run, beside each other, and the real clock wakes it.
really() {
    test -r /proc/self/stat || skip "no /proc here"
    rm -f log
    cron_of '0 0 * * * sleep 1; echo slow >>log
1 0 * * * echo fast >>log; head -c 9 | tr "\0" z >>log
2 0 * * * :
3 0 * * * echo "$0 $HOME"; exit 7
4 0 * * * /no/such/program' --from "2026-01-01 00:00" --until "2026-01-02 00:00" --run >output 2>errors </dev/zero ||
        fail "its status is not that of a command"
    test "$(cat log)" = "fast
slow" || fail "a slow command holds up another, or cron does not wait in the end: $(cat log)"
    grep -qx "sh $HOME" output && grep -q "/no/such/program" errors || fail "sh"
    grep -qx "5 wake-ups, 5 commands" output || fail "a command did not start"

    # A zone whose next minute begins in two seconds. The clock of the machine need not be touched.
    began=$(date +%s)
    ahead=$(((118 - began % 60) % 60))
    TZ=AHEAD-0:00:$(printf %02d $ahead)
    rm -f ran
    echo '* * * * * date +%s >>ran' >tab
    "$cron" tab &
    pid=$!
    trap 'kill $pid' EXIT
    for _ in $(seq 900); do
        test -s ran && break
        sleep 0.1
    done
    test -s ran || fail "it slept too long"
    test "$(head -n 1 ran)" -ge $((began + 60 - (began + ahead) % 60)) || fail "it was early"
    sleep 0.5
    if [ $((($(date +%s) + ahead) % 60)) -lt 55 ]; then # nothing is due for some seconds
        before=$(grep voluntary /proc/$pid/status)
        sleep 1
        test "$before" = "$(grep voluntary /proc/$pid/status)" || fail "it wakes while nothing is due"
    fi
    cat /proc/[0-9]*/stat 2>/dev/null | sed 's/.*) //' | awk -v cron=$pid '$1 == "Z" && $2 == cron { exit 1 }' ||
        fail "it leaves zombies"
}

"$1"
