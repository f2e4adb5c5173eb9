#!/bin/sh
# cron_walk_test.sh CRON SIMULATION ORACLE: any crontab in any zone does what walking minute by minute does, which ORACLE,
# cron_oracle, finds, and no wake-up is in vain. SIMULATION is CRON on a virtual system. Zones are given as rules, so that
# no zone database is needed. Wants TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need awk
cron=$1 simulation=$2 oracle=$3
mkdir -p "$TW_WORK"
cd "$TW_WORK"

berlin=CET-1CEST,M3.5.0,M10.5.0/3
new_york=EST5EDT,M3.2.0,M11.1.0
havana=CST5CDT,M3.2.0/0,M11.1.0/1                # no midnight in spring
lord_howe='<+1030>-10:30<+11>-11,M10.1.0,M4.1.0' # half an hour
date_line='<-12>12<+12>-12,J100/2,J200/2'        # a whole day
export TZ

fail() {
    echo "FAILED: $*"
    exit 1
}

# by_time: what virtual time printed, as sorted lines of a time and a command.
by_time() { awk '/^  / { print t, $1; next } { t = $0 }' | sort; }

for zone in UTC0 "$berlin" "$new_york" "$havana" "$lord_howe" "$date_line"; do
    TZ=$zone
    seed=$((${seed:-0} + 1))
    awk -v seed=$seed '
        function any(n) { s = s * 16807 % 2147483647; return s % n }
        function one_of(list, n, a) { n = split(list, a, " "); return a[1 + any(n)] }
        function mostly_star(n, other) { return any(10) < n ? "*" : other }
        BEGIN {
            for (s = 100 + seed; i++ < 40;) {
                minute = one_of("* */7 */30 0 0 0,30 15-45/15 3,4,59 " any(60) " " any(60) " " any(60))
                hour = one_of("* */3 0-4 1-3 0-23/5 1,2,3,23 2 " any(4) " " any(4) " " any(24))
                day = mostly_star(5, one_of("1 31 28-31 */5 7,14,21 */2,9 " 1 + any(31)))
                month = mostly_star(5, one_of("jan mar-may 3,10,11 Oct-DEC/2 */2 4,7,8 1 5 7 8 12"))
                weekday = mostly_star(5, one_of("sun 0 7 mon-fri sat-Sun 1-5/2 */2 tue,THU 5-7 " any(8)))
                if (minute == "*" && (hour == "*" || hour == "*/3")) day = 1 + any(28)
                print minute, hour, day, month, weekday, "e" i
            } }' >tab
    "$oracle" "2026-02-01 00:00" "2027-03-01 00:00" tab >walked
    "$simulation" --from "2026-02-01 00:00" --until "2027-03-01 00:00" tab >output
    by_time <output >played
    sort walked | diff - played || fail "TZ=$zone"
    test "$(tail -n 1 output)" = \
        "$(awk '{ print $1, $2, $3, $4 }' walked | uniq | wc -l) wake-ups, $(wc -l <walked) commands" ||
        fail "TZ=$zone: $(tail -n 1 output)"

    # The list is the beginning of that, as far as the walk came.
    "$cron" --list --from "2026-02-01 00:00" tab | awk 'FILENAME == "-" { listed[$5] = listed[$5] $2 $3 $4 " "; next }
        n[$5]++ < 5 { walked[$5] = walked[$5] $2 $3 $4 " " }
        END { for (e in walked) if (index(listed[e], walked[e]) != 1) { print e; exit 1 } }' - walked ||
        fail "TZ=$zone: --list"
    test "$("$cron" --list tab | wc -l)" -eq 200 || fail "TZ=$zone: five times each"
    echo "$zone: $(tail -n 1 output)"
done

# Years without and with a 29 Feb, around 2100.
TZ=$berlin
printf '%s\n' "0 0 29 2 * e1" "30 2 29 2 sun e2" "0 1 29 feb */2 e3" "0 5 31 */5,2 mon e4" >tab
"$oracle" "2095-01-01 00:00" "2105-01-01 00:00" tab | sort >walked
"$simulation" --from "2095-01-01 00:00" --until "2105-01-01 00:00" tab | by_time | diff walked - || fail "around 2100"
