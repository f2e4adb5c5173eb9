#!/bin/sh
# cron_test.sh CASE CRON ORACLE: what examples/cron.c promises, one CASE each. ORACLE is cron_oracle. Zones are given as
# rules, so that no zone database is needed. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need awk
cron=$2
oracle=$3
mkdir -p "$TW_WORK"
cd "$TW_WORK"

berlin=CET-1CEST,M3.5.0,M10.5.0/3
new_york=EST5EDT,M3.2.0,M11.1.0
havana=CST5CDT,M3.2.0/0,M11.1.0/1                # no midnight in spring
lord_howe='<+1030>-10:30<+11>-11,M10.1.0,M4.1.0' # half an hour
date_line='<-12>12<+12>-12,J100/2,J200/2'        # a whole day
TZ=$berlin
export TZ

fail() {
    echo "FAILED: $*"
    exit 1
}

# cron_of LINES ARGUMENTS: cron's answer to a crontab with these lines.
cron_of() {
    printf "%s\n" "$1" >tab
    shift
    "$cron" "$@" tab
}

# expect LINES ARGUMENTS: cron prints what is on stdin.
expect() {
    cat >expected
    cron_of "$@" >output
    diff expected output || fail "$*"
}

# by_time: what virtual time printed, as sorted lines of a time and a command.
by_time() { awk '/^  / { print t, $1; next } { t = $0 }' | sort; }

list() {
    "$cron" --list --from "2026-03-28 12:00" "$TW_SOURCE/examples/crontab.txt" >output
    diff "$TW_SOURCE/tests/examples/cron.txt" output || fail "the list of crontab.txt"
    sed 's/$/\r/' "$TW_SOURCE/examples/crontab.txt" >crlf
    (printf '\r\n \t\r\n\n  # remark\n' && cat crlf) | "$cron" --list --from "2026-03-28 12:00" - | diff output - ||
        fail "from stdin, with CR LF and empty lines"
    printf '0 0 * * * last line without an end' | "$cron" --list - | grep -q '  last line without an end$' || fail end

    "$cron" --help >output 2>errors || fail "--help: status $?"
    grep -q "^usage: cron" output && ! test -s errors || fail "--help"
}

# Each line of the table: fields, and others that mean the same.
fields() {
    while read -r one other; do
        [ -z "$one" ] && continue
        cron_of "$(echo "$one" | tr _ ' ') x" --list --from "2026-01-01 00:00" >one
        cron_of "$(echo "$other" | tr _ ' ') x" --list --from "2026-01-01 00:00" >other
        cmp one other || fail "$one is not $other"
        test "$(wc -l <one)" -eq 5 || fail "$one: $(cat one)"
    done <<END
0_0_*_*_sun          0_0_*_*_0
0_0_*_*_SUN          0_0_*_*_7
0_0_*_*_fri-sun      0_0_*_*_0,5,6
0_0_*_*_Sun-Tue      0_0_*_*_0-2
0_0_*_*_5-7          0_0_*_*_5,6,0
0_0_1_JAN-mar,dec_*  0_0_1_1,2,3,12_*
0_0_1_Oct-12/2_*     0_0_1_10,12_*
*/25_*_*_*_*         0,25,50_*_*_*_*
5-59/20_1_*_*_*      5,25,45_1_*_*_*
7-7_0-23/23_*_*_*    7_0,23_*_*_*
0,*/30,1_5_*_*_*     30,0-1_5_*_*_*
00_007_*_*_*         0_7_*_*_*
END

    expect "0 0 29 feb * leap" --list --from "2095-01-01 00:00" <<END
Wed 2096-02-29 00:00:00 +0100  leap
Fri 2104-02-29 00:00:00 +0100  leap
Wed 2108-02-29 00:00:00 +0100  leap
Mon 2112-02-29 00:00:00 +0100  leap
Sat 2116-02-29 00:00:00 +0100  leap
END
    # A day that begins with * restricts, too, but does not stand for either.
    expect "0 0 29 2 */7 a Sunday" --list --from "2070-01-01 00:00" <<END
Sun 2088-02-29 00:00:00 +0100  a Sunday
Sun 2128-02-29 00:00:00 +0100  a Sunday
Sun 2156-02-29 00:00:00 +0100  a Sunday
Sun 2184-02-29 00:00:00 +0100  a Sunday
Sun 2224-02-29 00:00:00 +0100  a Sunday
END
    expect "0 0 31 * * end" --list --from "2026-01-31 00:01" <<END
Tue 2026-03-31 00:00:00 +0200  end
Sun 2026-05-31 00:00:00 +0200  end
Fri 2026-07-31 00:00:00 +0200  end
Mon 2026-08-31 00:00:00 +0200  end
Sat 2026-10-31 00:00:00 +0100  end
END
    expect "0 0 13 2,3 fri either" --list --from "2026-02-10 00:00" <<END
Fri 2026-02-13 00:00:00 +0100  either
Fri 2026-02-20 00:00:00 +0100  either
Fri 2026-02-27 00:00:00 +0100  either
Fri 2026-03-06 00:00:00 +0100  either
Fri 2026-03-13 00:00:00 +0100  either
END
}

# refused MESSAGE ARGUMENTS
refused() {
    message=$1
    shift
    status=0
    "$cron" "$@" >output 2>errors </dev/null || status=$?
    test $status -eq 2 && ! test -s output && test "$(wc -l <errors)" -eq 1 && grep -q "^cron: $message" errors ||
        fail "$*: status $status, $(cat output errors)"
}

input() {
    rm -f was_run
    while read -r line; do
        printf '# remark\r\n\n* * * * * touch was_run\n%b\n' "$line" >bad
        refused bad:4: bad --until "2099-01-01 00:00" --run
        refused bad:4: --list bad
        refused bad:4: bad
    done <<'END'
*
* * * *
* * * * *
* * * * *\0040\0040
60 * * * * x
-1 * * * * x
* 24 * * * x
* * 0 * * x
* * 32 * * x
* * * 0 * x
* * * 13 * x
* * * * 8 x
a * * * * x
jan * * * * x
* * jan * * x
* * * sun * x
* * * * jan x
* * * january * x
* * * anf * x
* * * * sat-mon x
* 9-5 * * * x
1- * * * * x
-5 * * * * x
1-2-3 * * * * x
1--2 * * * * x
1,,2 * * * * x
,1 * * * * x
1, * * * * x
*/0 * * * * x
*/ * * * * x
*/x * * * * x
*/2/2 * * * * x
5/2 * * * * x
** * * * * x
*-5 * * * * x
*5 * * * * x
1;2 * * * * x
4294967296 * * * * x
1-99999999999999999999 * * * * x
*/18446744073709551617 * * * * x
@daily x
SHELL=/bin/sh
MAILTO=somebody and some more words here
0 0 30 2 * x
0 0 31 feb,apr,jun,sep,nov * x
0 0 30-31 2 */2 x
* * * * * a\0000b
END
    test ! -e was_run || fail "a file with a bad line was run"
    grep -q "zero byte" errors || fail "a zero byte"

    awk 'BEGIN { printf "* * * * * "; for (i = 0; i < 1000; i++) printf "x"; print "" }' >long
    refused long:1: long
    awk 'BEGIN { for (i = 0; i < 1001; i++) print "* * * * * x" }' >many
    refused many:1000: many
    printf '\r\n# nothing\n' >empty
    refused "no entry in empty" empty
    refused "cannot read no_file" no_file
    refused "cannot read \." .
    echo '* * * * * x' >tab
    refused "" --list
    refused "" tab tab
    refused "" tab --wait
    refused "" --list tab --until "2026-01-01 00:00"
    refused "" tab --run
    refused "" tab --from "2026-01-01 00:00"
    refused "" tab --step "2026-01-01 00:00" 5
    refused "" tab --until "2027-01-01 00:00" --step "2026-01-01 00:00"
    refused "" tab --until "2027-01-01 00:00" --step "2026-01-01 00:00" 5x
    for time in 2026-01-01 "2026-02-30 00:00" "2026-13-01 00:00" "2026-01-01 24:00" "2026-01-01 00:00x" \
        "2026-03-29 02:30" "1979-01-01 00:00" ""; do
        refused "wants a local time" tab --list --from "$time"
        refused "wants a local time" tab --until "$time"
    done
    refused "wants a local time" tab --until

    # Where a wildcard's only hour is always left out, it never comes; a fixed entry does.
    echo '* 2 10 4 * x' >tab
    TZ=$date_line refused tab:1: tab --list
    TZ=$date_line expect '0 2 10 4 * x' --list --from "2026-01-01 00:00" <<END
Sat 2026-04-11 02:00:00 +1200  x
Sun 2027-04-11 02:00:00 +1200  x
Tue 2028-04-11 02:00:00 +1200  x
Wed 2029-04-11 02:00:00 +1200  x
Thu 2030-04-11 02:00:00 +1200  x
END
}

# Any crontab in any zone does what walking minute by minute does, and no wake-up is in vain.
walk() {
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
        "$cron" --from "2026-02-01 00:00" --until "2027-03-01 00:00" tab >output
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
    "$cron" --from "2095-01-01 00:00" --until "2105-01-01 00:00" tab | by_time | diff walked - || fail "around 2100"
}

daylight() {
    tab='30 2 * * * fixed
0,30 2,3 * * * four times
*/30 2 * * * wildcard
0 * * * * hourly'
    expect "$tab" --from "2026-03-29 01:00" --until "2026-03-29 04:30" <<END
Sun 2026-03-29 01:00:00 +0100
  hourly
Sun 2026-03-29 03:00:00 +0200
  fixed
  four times
  hourly
Sun 2026-03-29 03:30:00 +0200
  four times
Sun 2026-03-29 04:00:00 +0200
  hourly
4 wake-ups, 6 commands
END
    expect "$tab
*/30 2 25 10 * of that day" --from "2026-10-25 01:00" --until "2026-10-25 04:00" <<END
Sun 2026-10-25 01:00:00 +0200
  hourly
Sun 2026-10-25 02:00:00 +0200
  four times
  wildcard
  of that day
  hourly
Sun 2026-10-25 02:30:00 +0200
  fixed
  four times
  wildcard
  of that day
Sun 2026-10-25 02:00:00 +0100
  hourly
  wildcard
  of that day
Sun 2026-10-25 02:30:00 +0100
  wildcard
  of that day
Sun 2026-10-25 03:00:00 +0100
  four times
  hourly
Sun 2026-10-25 03:30:00 +0100
  four times
7 wake-ups, 17 commands
END
    TZ=$lord_howe
    expect "15 2 * * * fixed
15 * * * * hourly" --from "2026-10-04 01:30" --until "2026-10-04 03:30" <<END
Sun 2026-10-04 02:30:00 +1100
  fixed
Sun 2026-10-04 03:15:00 +1100
  hourly
2 wake-ups, 2 commands
END
    expect "45 1 * * * fixed
45 * * * * hourly" --from "2026-04-05 01:00" --until "2026-04-05 03:00" <<END
Sun 2026-04-05 01:45:00 +1100
  fixed
  hourly
Sun 2026-04-05 01:45:00 +1030
  hourly
Sun 2026-04-05 02:45:00 +1030
  hourly
3 wake-ups, 4 commands
END
}

# The clock is set by somebody.
steps() {
    tab='30 12 * * * fixed
20,50 * * * * hourly
0 0 1 1 * end'

    # Forward: what is passed over by less than three hours runs once, if it is fixed.
    expect "$tab" --from "2026-06-01 12:00" --until "2026-06-01 13:30" --step "2026-06-01 12:10" 1800 <<END
the clock is set by +1800 s
Mon 2026-06-01 12:40:00 +0200
  hourly (1200 s late, not run)
  fixed (600 s late)
Mon 2026-06-01 12:50:00 +0200
  hourly
Mon 2026-06-01 13:20:00 +0200
  hourly
3 wake-ups, 3 commands
END
    expect '0,10,20 12 * * * three times
0 13 * * * later' --from "2026-06-01 11:00" --until "2026-06-02 00:00" --step "2026-06-01 11:30" 3300 <<END
the clock is set by +3300 s
Mon 2026-06-01 12:25:00 +0200
  three times (1500 s late)
Mon 2026-06-01 13:00:00 +0200
  later
2 wake-ups, 2 commands
END

    # late SECONDS MINUTE-FIELD: what comes of an entry that is so much late.
    late() {
        cron_of "$2 12 * * * x" --from "2026-06-01 11:00" --until "2026-06-02 00:00" --step "2026-06-01 11:30" $((1800 + $1)) |
            sed -n '/^  /p'
    }
    test "$(late 59 '*/60')" = "  x (59 s late)" || fail "a wildcard less than a minute late"
    test "$(late 60 '*/60')" = "  x (60 s late, not run)" || fail "a wildcard a minute late"
    test "$(late 10799 0)" = "  x (10799 s late)" || fail "fixed, less than three hours late"
    test "$(late 10800 0)" = "  x (10800 s late, not run)" || fail "fixed, three hours late"

    # Back by less than three hours: fixed entries do not run again, nor too early, and wildcards follow the clock.
    expect "$tab" --from "2026-06-01 12:00" --until "2026-06-01 13:30" --step "2026-06-01 12:50" -2700 <<END
Mon 2026-06-01 12:20:00 +0200
  hourly
Mon 2026-06-01 12:30:00 +0200
  fixed
Mon 2026-06-01 12:50:00 +0200
  hourly
the clock is set by -2700 s
Mon 2026-06-01 12:05:00 +0200
Mon 2026-06-01 12:20:00 +0200
  hourly
Mon 2026-06-01 12:50:00 +0200
  hourly
Mon 2026-06-01 13:20:00 +0200
  hourly
7 wake-ups, 6 commands
END

    # Slightly back, after 12:30 ran: nothing. By a minute: a jump.
    for by in 59 60; do
        cron_of '* * * * * every' --from "2026-06-01 12:30" --until "2026-06-01 12:32" \
            --step "2026-06-01 12:30" -$by | awk '/^Mon/ { t = $3 } /every/ { printf "%s ", t }' >$by
    done
    test "$(cat 59)" = "12:30:00 12:31:00 " || fail "set back by 59 s: $(cat 59)"
    test "$(cat 60)" = "12:30:00 12:29:00 12:30:00 12:31:00 " || fail "set back by 60 s: $(cat 60)"

    # runs STEP...: when a fixed entry of 12:30 ran.
    runs() {
        cron_of '30 12 * * * fixed' --from "2026-06-01 08:00" --until "2026-06-02 00:00" "$@" |
            awk '/^Mon/ { t = $3 } /fixed/ && !/not run/ { printf "%s ", t }'
    }
    back() { test "$(runs --step "2026-06-01 12:30" "$1")" = "$2" || fail "set back by $1"; }
    back -1 "12:30:00 "
    back -3600 "12:30:00 "
    back -10799 "12:30:00 "
    back -10800 "12:30:00 12:30:00 "
    test "$(runs --step "2026-06-01 14:00" -10800)" = "12:30:00 " || fail "a step asleep"
    test "$(runs --step "2026-06-01 12:30" -14400 --step "2026-06-01 09:00" 12600)" = "12:30:00 12:30:00 " ||
        fail "back, and onto the very time"
    test "$(runs --step "2026-06-01 12:50" -2700 --step "2026-06-01 12:10" -600)" = "12:30:00 " || fail "twice back"
    test "$(runs --step "2026-06-01 11:00" 7200 --step "2026-06-01 13:10" -7200)" = "13:00:00 " ||
        fail "forward and back"
    test "$(runs --step "2026-06-01 10:00" 28800 --step "2026-06-01 18:10" -28800)" = "12:30:00 " ||
        fail "far forward, by mistake, and back"

    # Right into the hour that comes again: it has had its turn.
    expect '30 2 * * * fixed' --from "2026-10-25 00:00" --until "2026-10-26 00:00" \
        --step "2026-10-25 01:00" 7200 <<END
the clock is set by +7200 s
Sun 2026-10-25 02:00:00 +0100
  fixed (1800 s late)
1 wake-ups, 1 commands
END

    # Back by less than the sleep: what comes next comes next.
    expect '0 0 1 jan * new year' --from "2026-02-01 00:00" --until "2027-02-01 00:00" \
        --step "2026-07-01 00:00" -172800 <<END
the clock is set by -172800 s
Mon 2026-06-29 00:00:00 +0200
Fri 2027-01-01 00:00:00 +0100
  new year
2 wake-ups, 1 commands
END
}

# One wake-up for each time at which something is due, and none else.
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
