#!/bin/sh
# examples_test.sh NAME PROGRAM: the example prints what tests/examples/NAME.txt says, and keeps its promises on other
# inputs too, as an independent calculation finds them; it answers bad input with one line and exit status 2. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need awk
name=$1
program=$2
mkdir -p "$TW_WORK"
cd "$TW_WORK"

printf '\r\n \r\n\n' >empty_lines # no example that reads a file minds them

fail() {
    echo "FAILED: $*"
    exit 1
}

# same ARGUMENTS: the whole output is that of the file.
same() {
    "$program" "$@" >output
    diff "$TW_SOURCE/tests/examples/$name.txt" output || fail "$name $*: not the expected output"
}

# usage: --help answers on stdout with status 0.
usage() {
    "$program" --help >output 2>errors || fail "--help: status $?"
    grep -q "^usage: $name" output && ! test -s errors || fail "--help"
}

# refused ARGUMENTS
refused() {
    status=0
    "$program" "$@" >output 2>errors </dev/null || status=$?
    test $status -eq 2 && ! test -s output && test "$(wc -l <errors)" -eq 1 && grep -q "^$name: " errors ||
        fail "$name $*: status $status, $(cat output errors)"
}

dijkstra() {
    same "$TW_SOURCE/examples/roads.txt"
    usage
    echo "0 1" >bad_map
    echo "0 65536 1" >far_map
    : >empty_map
    for map in bad_map far_map empty_map no_map; do
        refused $map
    done
    refused
    cat "$TW_SOURCE/examples/roads.txt" empty_lines >roads
    same roads
    refused --grid 1
    refused --grid 257
    refused --grid 5 --seed
    refused --grid 5 --seed x
    refused "$TW_SOURCE/examples/roads.txt" 7
    refused "$TW_SOURCE/examples/roads.txt" 4x

    # Any map: few roads, so that places stay unfound, or many, so that distances sink often; weights from 0, roads
    # twice, roads back to where they began.
    for roads in 900 9000; do
        awk -v roads=$roads 'function any(n) { s = s * 16807 % 2147483647; return s % n }
             BEGIN { for (s = 5; roads-- > 0;) print any(500), any(500), any(1000) }' >any_$roads
    done
    "$program" --grid 2 >small_map
    "$program" --grid 30 --seed 7 >grid_map
    test "$(wc -l <grid_map)" -eq $((4 * 30 * 29)) || fail "a grid has so many streets"
    for map in any_900 any_9000 small_map grid_map; do
        "$program" $map >output
        # Bellman and Ford: relax all roads until nothing changes.
        awk '{ from[NR] = $1; to[NR] = $2; w[NR] = $3; if ($1 > most) most = $1; if ($2 > most) most = $2 }
             END {
                 d[0] = 0
                 for (changed = 1; changed;) {
                     changed = 0
                     for (i = 1; i <= NR; i++)
                         if (from[i] in d && (!(to[i] in d) || d[from[i]] + w[i] < d[to[i]])) {
                             d[to[i]] = d[from[i]] + w[i]
                             changed = 1
                         }
                 }
                 for (i = 0; i <= most; i++) print i, i in d ? d[i] : "-"
             }' $map >bellman_ford
        grep -v '^#' output | cmp - bellman_ford || fail "$map: a distance is wrong"

        # Each place found is taken once: an order that decrease-key broke shows as a place taken again.
        found=$(grep -vc -e '-$' bellman_ford)
        grep -q "^# places $(wc -l <bellman_ford | tr -d ' '), taken $found, moved" output || fail "$map: taken"

        # The way to the last place is made of roads, and as long as its distance.
        awk 'END { print $1 }' bellman_ford >last
        "$program" $map "$(cat last)" | awk '{ gsub(/ < /, "\n"); print }' >way
        if grep -q '^no way' way; then
            grep -q -e "^$(cat last) -$" bellman_ford || fail "$map: there is a way"
        else
            awk 'FILENAME == "way" { if ($1 != "#") way[++n] = $1; next }
                 FILENAME == "bellman_ford" { d[$1] = $2; next }
                 !(($1, $2) in w) || $3 < w[$1, $2] { w[$1, $2] = $3 }
                 END {
                     for (i = n; i > 1; i--) { if (!((way[i], way[i - 1]) in w)) exit 1; sum += w[way[i], way[i - 1]] }
                     exit !(way[n] == 0 && sum == d[way[1]])
                 }' way bellman_ford $map || fail "$map: the way"
        fi
    done
}

leaderboard() {
    same "$TW_SOURCE/examples/scores.txt" --around erin
    usage
    echo "ada" >bad_scores
    echo "ada -1" >negative_scores
    awk 'BEGIN { for (i = 0; i < 1001; i++) print "p" i, i }' >many_scores
    for scores in bad_scores negative_scores many_scores no_scores; do
        refused $scores
    done
    refused
    cat empty_lines "$TW_SOURCE/examples/scores.txt" >spaced_scores
    same spaced_scores --around erin
    refused "$TW_SOURCE/examples/scores.txt" --top
    refused "$TW_SOURCE/examples/scores.txt" --top 1001
    refused "$TW_SOURCE/examples/scores.txt" --top 3x
    refused "$TW_SOURCE/examples/scores.txt" --around
    refused "$TW_SOURCE/examples/scores.txt" --around nobody
    refused "$TW_SOURCE/examples/scores.txt" --last 3

    # Many scores, few values: sort() by score and by the line at which the score was reached.
    awk 'function any(n) { s = s * 16807 % 2147483647; return s % n }
         BEGIN { for (s = 11; i++ < 4000;) print "p" any(400), any(50) }' >scores
    awk '!($1 in score) || score[$1] != $2 { score[$1] = $2; since[$1] = NR }
         END { for (p in score) print p, score[p], since[p] }' scores | sort -k2,2nr -k3,3n |
        awk '{ print NR, $1, $2 }' >sorted
    "$program" scores --top 1000 | awk '{ print $1, $2, $3 }' | cmp - sorted || fail "the order"
    for rank in 1 2 3 200 399 400; do
        who=$(awk -v rank=$rank '$1 == rank { print $2 }' sorted)
        awk -v rank=$rank '$1 >= rank - 2 && $1 <= rank + 2' sorted >neighbours
        "$program" scores --top 0 --around "$who" | awk 'NR > 1 { print $1, $2, $3 }' | cmp - neighbours ||
            fail "the neighbours of rank $rank"
    done
}

bank() {
    :     same --customers 20 --tellers 2 --log
    usage
    for option in --customers --tellers --seed; do
        refused $option
        refused $option x
        refused $option -1
    done
    refused --customers 0
    refused --customers 100001
    refused --tellers 0
    refused --tellers 101
    refused --loans 5

    # Each customer is served when he comes or when the first teller of all is free, whichever is later; the summary is
    # that of the log; and the line by its length is the line by its customers.
    for tellers in 1 2 3 7 100; do
        "$program" --tellers $tellers --seed 5$tellers --log | awk -v tellers=$tellers '
            function check(what, ok) { if (!ok) { print "line " NR ": " what; failed = 1 } }
            NF == 4 && $1 + 0 == $1 {
                for (first = i = 0; i < tellers; i++) if (free[i] + 0 < free[first] + 0) first = i
                check("gap", NR == 1 || ($1 > came && $1 <= came + 60))
                check("begin", $2 == ($1 > free[first] ? $1 : free[first] + 0))
                check("service", $3 - $2 >= 20 && $3 - $2 <= 139)
                check("teller", $4 >= 0 && $4 < tellers && free[$4] + 0 <= $2)
                came = $1; free[$4] = $3; busy[$4] += $3 - $2; waited += $2 - $1
                if ($2 - $1 > worst) worst = $2 - $1
                if ($3 > end) end = $3
                next
            }
            /^served/ { check("served", $2 + 0 == NR - 1); check("closed", $5 == end) }
            /^waited/ { check("waits", $2 == waited && $6 == worst && $(NF - 3) == waited) }
            /^teller/ { check("busy", $4 == busy[$2] + 0); sum++ }
            END { check("summary", NR == 1000 + 2 + tellers && sum == tellers); exit failed }' ||
            fail "$tellers tellers"
    done
}

with_libev() {
    usage
    for option in --connections --messages --gap-ms --idle-ms --work-ms --seed; do
        refused $option
        refused $option -1
        refused $option 7x
    done
    refused --connections 0
    refused --connections 129
    refused --fast

    # What the log says against a list of deadlines: a connection closes at the deadline that its last message gave it or
    # later, in order of deadlines, after a wake-up; the ev_timer wakes no earlier than it was started for, is started
    # for the earliest deadline and not twice for the same, and whenever the loop sleeps it runs for the earliest
    # deadline or for an earlier one. How late anything is, is not asked.
    for load in "40 400 3 200 0" "40 300 3 200 5" "4 60 20 40 0" "128 3000 1 120 0" "1 20 9 4 0" "8 40 2 12 30"; do
        set -- $load
        "$program" --connections "$1" --messages "$2" --gap-ms "$3" --idle-ms "$4" --work-ms "$5" --seed "$2" --log >log ||
            fail "$load: status $?"
        awk -v connections="$1" -v messages="$2" -v idle="$4"000 '
            function check(what, ok) { if (!ok) { print "line " NR ": " what ": " $0; failed = 1 } }
            function earliest(  id, least) {
                least = -1
                for (id in due) if (least < 0 || due[id] < least) least = due[id]
                return least
            }
            NF == 4 { check("time goes back", $1 + 0 >= t + 0); t = $1 }
            $2 == "message" {
                check("id", $3 >= 0 && $3 < connections)
                check("timeout", $4 - $1 == idle / 4 * ($3 % 4 + 1))
                if (!($3 in due)) opened++
                due[$3] = $4 + 0
                come++
            }
            $2 == "goodbye" { bye += $3 in due; delete due[$3]; come++ }
            $2 == "start" {
                check("for the earliest", $4 == earliest())
                check("when needed", !runs || $4 < last)
                check("once for each", $4 != last)
                runs = 1; last = $4 + 0; starts++
            }
            $2 == "wake" {
                check("started", runs && $4 == last)
                check("not early", $1 >= last)
                runs = 0; wakes++; vain++; fires = 1; woke = $1
            }
            $2 == "close" {
                check("deadline", $3 in due && $4 == due[$3] && $1 >= due[$3])
                check("order", $4 == earliest())
                check("by a wake-up", $1 == woke && !runs)
                delete due[$3]
                closed++; vain -= fires; fires = 0
            }
            $2 == "sleep" { # and for when libev will wake it, two microseconds lost to rounding; 0: stopped
                sleeps++
                e = earliest()
                check("runs", e < 0 ? $4 == 0 : runs && last <= e && $4 >= last - 2)
                if (e < 0) runs = 0
            }
            /opened/ {
                check("messages", $1 == messages && come == messages)
                check("connections", $4 == opened && $6 == bye && $9 == closed && $4 == $6 + $9)
                check("early and left", $14 == 0 && $16 == 0)
            }
            /slept/ {
                ended = NR
                check("counts", $4 == sleeps && $10 == starts && $15 == wakes && $17 == vain)
            }
            END {
                check("end", ended == NR && earliest() < 0 && !runs)
                check("every kind", connections < 40 || (closed > 0 && bye > 0))
                exit failed
            }' log || fail "$load"
    done
}

clock_face() {
    same

    # Each alarm of the first part rings when its delay has passed, a delay of 0 with the next tick.
    awk 'function clock(s) { return (substr(s, 1, 2) * 60 + substr(s, 4, 2)) * 60 + substr(s, 7, 2) }
         /are set$/ && !start { start = clock($1) }
         / s:$/ { alarm = $0; sub(/, [0-9]+ s:$/, "", alarm); delay[alarm] = $(NF - 1) + 0 }
         / rings$/ {
             alarm = substr($0, 10, length($0) - 15)
             rings++
             if ((start + (delay[alarm] > 0 ? delay[alarm] : 1)) % 43200 != clock($1)) exit failed = 1
         }
         END { exit failed || rings != 8 }' output || fail "an alarm rings at a wrong time"
}

heartbeat() {
    same --clients 7
    same --clients 7 --wheel
    usage
    refused --clients
    refused --clients 0
    refused --clients 1001
    refused --clients 5x
    refused --spin

    # Who is dropped and when follows from the rule of the beats; up to 600 clients nobody is refused.
    for clients in 1 2 30 600 1000; do
        awk -v clients=$clients 'BEGIN {
            for (i = 0; i < clients; i++) {
                last = i % 7
                for (visits = i % 3 == 0 ? 2 : 1; visits-- > 0; last += 15) {
                    last += 5 * (i % 5)
                    print last + 10 " s: client " i " dropped"
                }
            } }' | sort -k1,1n -k4,4n >drops
        "$program" --clients $clients >heap4
        "$program" --clients $clients --wheel >wheel
        cmp heap4 wheel || fail "$clients clients: the wheel drops others than the heap"
        beats=$(awk -v clients=$clients 'BEGIN {
            for (i = 0; i < clients; i++) n += (1 + i % 5) * (i % 3 ? 1 : 2)
            print n }')
        dropped=$(sed '$d' heap4 | wc -l)
        awk -v beats=$beats -v dropped="$dropped" 'END {
            exit !($1 + $3 + $7 == beats && $1 == $5 && $5 == dropped && $9 == 0) }' heap4 ||
            fail "$clients clients: $(tail -n 1 heap4)"
        if [ $clients -lt 1000 ]; then
            sed '$d' heap4 | cmp - drops || fail "$clients clients: others were dropped than should be"
        else
            grep -q ' [1-9][0-9]* refused' heap4 || fail "1000 clients do not fit"
        fi
    done
}

purgatory() {
    # Bytes depend on the machine.
    "$program" | sed '/^bytes/d' | diff "$TW_SOURCE/tests/examples/purgatory.txt" - || fail "not the expected output"
    usage
    for option in --operations --seed --tick-ms --wheel-size --idle; do
        refused $option
        refused $option 0
        refused $option -1
        refused $option 7x
        refused $option 99999999999999999999
    done
    refused --wheel-size 1
    refused --fast

    # Each operation ends once: by its event if that comes before its deadline, rounded to a tick, else then. The table
    # counts what the log tells, hwheel.h wakes once for each tick at which something times out, and the wheel not more
    # often than it has buckets.
    for wheel in "1 20 3000 1000000000" "1 2 2000 77" "7 20 3000 2000000000" "20 256 5000 12345" "1000 3 900 1"; do
        for rounding in "" --truncate; do
            set -- $wheel
            set -- --tick-ms "$1" --wheel-size "$2" --operations "$3" --idle "$4" --seed "$1$2" $rounding
            "$program" "$@" >table || fail "$*: status $?"
            "$program" "$@" --log >log || fail "$*: status $?"
            awk -v tick="$2"000 -v size="$4" -v n="$6" -v idle="$8" -v rounding="$rounding" '
                function check(what, ok) { if (!ok) { print FILENAME " line " FNR ": " what ": " $0; failed = 1 } }
                FILENAME == "log" {
                    due = $3 - $3 % tick
                    if (due < $3 && !rounding) due += tick
                    at = due < $2 ? $2 : due
                    event = $4 != "-" && $4 + 0 < at
                    check("number", $1 == FNR - 1 && NF == 6)
                    check("ends", $6 == (event ? "event" : "timeout") && $5 + 0 == (event ? $4 + 0 : at))
                    if ($1 == n) check("the last one waits as long as the idle time", $3 - $2 == idle * tick)
                    how[$6]++
                    if (event) next
                    if (at < $3) early++
                    else if (at - $3 > latest) latest = at - $3
                    if ($1 < n && at > $2 && !(at in ticks)) { ticks[at]; wakes++ }
                    next
                }
                { a = $(NF - 1); b = $NF }
                /^completed/ { check("events", a == how["event"] && b == a); rows++ }
                /^timed out/ { check("timeouts", a == how["timeout"] && b == a && a > n / 10); rows++ }
                /before their/ {
                    check("early", a == early + 0 && b == a && (a > 0) == (rounding != "")); rows++
                }
                /at most/ { check("late", a == latest + 0 && b == a && a < tick); rows++ }
                /something was due/ { due_a = a; due_b = b; rows++ }
                /with nothing/ { check("wakes", b == due_b - wakes && due_a - a >= wakes); rows++ }
                /idle ticks/ { check("idle", a == 0 && b == 0); rows++ }
                /one operation/ { last = a; check("last", a >= 2 && b == 2); rows++ }
                /^buckets/ { check("buckets", a >= due_a + last - 1); rows++ }
                /^levels/ {
                    for (levels = 1; size ^ levels * tick < idle * tick;) levels++
                    check("levels", a >= levels && last <= a + 1); rows++
                }
                END { check("rows", FNR == 15 && rows == 10 && how["event"] > n / 3); exit failed }' log table ||
                fail "$*"
        done
    done
}

rate_limit() {
    same
    usage
    for option in --burst --every --requests --seed; do
        refused $option
        refused $option 0
        refused $option -1
        refused $option 7x
    done
    refused --calls 5

    # The tokens by arithmetic, without timers: since[] is the last point of the grid. And no stretch of time sees more
    # than a bucket full and one for each interval that it meets.
    for limit in "1 100" "3 100" "5 37" "2 1" "4 1000"; do
        set -- $limit
        "$program" --burst "$1" --every "$2" --requests 2000 --seed "$1$2" | awk -v burst="$1" -v every="$2" '
            $2 == "user" {
                t = $1; u = $3; requests++
                if (!(u in tokens)) tokens[u] = burst
                if (tokens[u] < burst) {
                    fills = int((t - since[u]) / every)
                    since[u] += fills * every
                    tokens[u] = tokens[u] + fills < burst ? tokens[u] + fills : burst
                }
                if (tokens[u] == burst) since[u] = t
                if ((tokens[u] > 0) != ($4 == "passed")) exit failed = 1
                if (tokens[u] > 0) {
                    tokens[u]--
                    passed++
                    at[u, ++n[u]] = t
                    for (k = n[u] - burst; k > 0 && k > n[u] - 50; k--)
                        if (n[u] - k + 1 > burst + int((t - at[u, k]) / every) + 1) exit failed = 1
                }
                if (tokens[u] != $5) exit failed = 1
            }
            END { exit failed || requests != 2000 || passed != $1 || $3 != 2000 - passed || $(NF - 2) != 0 }' ||
            fail "burst $1, every $2 ms"
    done
}

order_review() {
    same "$TW_SOURCE/examples/orders.txt"
    usage
    echo "5 1 eat" >bad_what
    echo "5 1" >bad_events
    echo "5 1000 place" >bad_order
    echo "-5 1 place" >bad_second
    for events in bad_what bad_events bad_order bad_second no_events; do
        refused $events
    done
    refused
    refused --fast bad_what
    cat empty_lines "$TW_SOURCE/examples/orders.txt" >spaced_orders
    same spaced_orders
    status=0
    (cat spaced_orders; echo "4 1 place") >events
    "$program" events >output 2>errors || status=$?
    test $status -eq 2 || fail "time runs backwards"

    # Few orders and many events of any kind; what each does, from the rules, with the second of its state for a timer.
    awk 'function any(n) { s = s * 16807 % 2147483647; return s % n }
         BEGIN { s = 3; split("place pay deliver review", what, " ")
                 while (i++ < 4000) print t += any(3), any(600), what[1 + any(4)] }' >events
    awk -v from="unknown placed paid delivered" -v to="placed paid delivered reviewed" '
        function tell(t, id, how) { printf "%02d:%02d:%02d order %d %s\n", t / 3600, t / 60 % 60, t % 60, id, how }
        function patience(now) {
            for (; head < tail && deadline[head] <= now; head++) {
                id = who[head]
                if (since[id] != head) continue
                state[id] = state[id] == "placed" ? "cancelled" : "reviewed"
                tell(deadline[head], id, state[id] == "cancelled" ? "is cancelled: not paid" : "is reviewed: by nobody")
            }
        }
        BEGIN { head = tail = 0; split(from, a, " "); split(to, b, " "); for (i in a) step[a[i]] = b[i]
                does["place"] = "placed"; does["pay"] = "paid"; does["deliver"] = "delivered"
                does["review"] = "reviewed" }
        {
            patience($1)
            if (!($2 in state)) state[$2] = "unknown"
            if (step[state[$2]] != does[$3]) { tell($1, $2, "stays " state[$2]); next }
            state[$2] = does[$3]
            since[$2] = -1
            tell($1, $2, "is " state[$2])
            if ($3 == "place" || $3 == "deliver") { who[tail] = $2; since[$2] = tail; deadline[tail++] = $1 + 900 }
        }
        END { patience(1e9) }' events >model
    "$program" events | diff - model || fail "an order went another way"
    for end in "not paid" "by nobody" "is paid" "is reviewed$"; do
        grep -q "$end" model || fail "no order was: $end"
    done
}

periodic() {
    same
    usage
    refused 100
    refused 100 250
    refused 100 250 x
    refused 100 250 730 900
    refused 0 250 730
    refused 100 730 250
    refused 100 -1 250

    # Phases and counts from the table alone. A row comes at the time of a due, or when the busy time ends; in each row
    # a timer fires for what burst, skip and delay say it was armed for, never early; and by the end burst and skip have
    # seen each multiple of the period once, fired or missed.
    for run in "100 250 730" "100 250 400" "100 300 600" "100 299 301" "7 20 100" "1 5 50" "50 0 0" "1000 1 2" \
        "3 3 3000"; do
        set -- $run
        "$program" "$@" | awk -v period="$1" -v from="$2" -v to="$3" '
            function check(what, ok) { if (!ok) { print "line " NR ": " what; failed = 1 } }
            NR == 1 { for (i = 2; i <= 4; i++) due[i] = period; next }
            $1 == "fired" { for (i = 2; i <= 4; i++) check("fired", $i == fired[i] + 0); next }
            $1 == "missed" { check("missed", $2 == missed + 0); ended = 1; next }
            {
                plus = 0
                if ($4 ~ /^\+/) { plus = substr($4, 2) + 0; $4 = $5 }
                least = due[2]
                for (i = 3; i <= 4; i++) if (due[i] < least) least = due[i]
                check("row", $1 == (least > from && least < to ? to : least < now ? now : least))
                now = $1
                for (i = 2; i <= 4; i++) {
                    check("fires", ($i == "-") == (due[i] > now))
                    if ($i == "-") continue
                    check("due", $i == due[i])
                    fired[i]++
                }
                check("missed", plus == 0 || $3 != "-")
                missed += plus
                if ($2 != "-") due[2] += period
                if ($3 != "-") { due[3] += (plus + 1) * period; check("skip", due[3] > now && due[3] - period <= now) }
                if ($4 != "-") due[4] = now + period
            }
            END {
                check("burst", fired[2] == int(now / period))
                check("skip", fired[3] + missed == int(now / period))
                check("end", ended)
                exit failed
            }' || fail "periodic $run"
    done
}

"$name"
