#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_advice_test.sh REPLAY: Guards against advice that names the wrong structure, or a reason that the trace does not
# give. What replay says below its table follows from table and trace. Wants TW_SOURCE and TW_WORK.
set -u
case $1 in */*) replay=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) replay=$1 ;; esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1

. "$TW_SOURCE/tests/tools/replay_advice.sh"

# The table is the oracle for which structure is named, and with which figures.
follows_from_table() {
    awk '
        FNR == NR { if ($1 == "structure") on = 1; else if (NF == 0) on = 0
                    else if (on) { op[$1] = $2; kind[$1, "arming"] = $3; kind[$1, "cancelling"] = $4
                                   kind[$1, "firing"] = $5; kind[$1, "answering"] = $6 }
                    next }
        / are level on this trace: they take / {
            seen = 1; best = $1; second = $3; sub(/,/, "", second); a = $14; b = $16
            if (b > a * 1.05 + 0.2) exit wrong = 1 }
        / are not told apart on this trace: they take / {
            seen = apart = 1; best = $1; second = $3; a = $13; b = $15
            if ($26 < $28 || b < a * 1.05 - 0.2) exit wrong = 1 }
        / fits this trace best: it takes / {
            seen = 1; best = $1; second = $13; sub(/,/, "", second); a = $8; b = $17
            if (b < a * 1.05 - 0.2) exit wrong = 1 }
        /^It saves most in / {
            sub(/ next\(\)/, "")
            sub(/,/, "", $5); sub(/\.$/, "", $NF)
            if (kind[best, $5] != $8 || kind[$NF, $5] != $11 || $NF != second) exit wrong = 1 }
        END { if (!seen || op[best] != a || op[second] != b) wrong = 1
              for (s in op) if (op[s] + 0 < a + 0 || (s != best && !apart && op[s] + 0 < b + 0)) wrong = 1
              exit wrong }' out advice || fail "the choice does not follow from the table"
}

record='If the timers of your program behave otherwise, record a trace of it and replay that (bench/traces/README.md).'
wrong='Another hash would mean that a structure is wrong: replay would name it, print no table, and end with status 1.'

# Nearly all are cancelled, and all timeouts are alike.
awk 'BEGIN { for (i = 0; i < 2000; i++) {
                 print i, "arm", i % 50, i + 60000000
                 if (i % 3 == 0) print i, "cancel", i % 50 }
             print 70000000, "cancel", 99 }' >idle.trace
advises idle.trace
says 'The 6 hashes are equal, as they must be: all fired the same timers at the same ticks in the same order.'
says "$wrong"
says '98 % of the armings are moved or cancelled before they fire, so arming and cancelling decide, and firing hardly counts.'
says 'The median timeout and the 90th percentile are both about 60 s long.'
says "$record"
follows_from_table

# The earliest timer moves, or another one; and next() answers at each time, or nobody asks.
meets() { # ASK SHARE END
    advises turns.trace --ask "$1" --structures heap4,hwheel
    says "Of the moves and cancels, $2 are of the earliest timer: $3."
    follows_from_table
}
asked='next() must find another one then'
silent='the time in which next() finds another one is not measured (--ask yes)'
awk 'BEGIN { for (i = 0; i < 3000; i++) print i * 1000, "arm", i % 1000, i * 1000 + 60000000 }' >turns.trace
meets no '100 %' "$silent"
meets yes '100 %' "$asked"
sed 's/$/ # source: timerfd/' turns.trace >kernel.trace
advises kernel.trace
grep -q " $silent.\$" advice || fail "timers of the kernel are asked"
awk 'BEGIN { for (i = 0; i < 3000; i++) print i * 1000, "arm", i < 2000 ? i % 1000 : 999, i * 1000 + 60000000 }' >turns.trace
meets yes '50 %' "$asked"

# Without its last line the recording ends before anything is due.
sed '$d' idle.trace >left.trace
advises left.trace
says '100 % of the armings are moved, cancelled or still armed at the end, so arming and cancelling decide, and firing hardly counts.'
grep -q ', 33 still armed at the end$' out || fail "what is left is not counted"
says 'No timer fires in this trace. So the hash is that of nothing, and shows nothing.'
! grep -q 'hashes are equal' advice || fail "hashes of nothing are compared"

# One structure has nobody to agree with.
advises idle.trace --structures rbtree
says 'The hash stands for every firing and their order. Any other structure must give the same hash.'
says "$wrong"
says "rbtree is the only structure in this run: it takes $(awk '$1 == "rbtree" { print $2; exit }' out) ns per operation."
! grep -q 'best\|level\|told\|saves' advice || fail "one structure is compared"

# All fire, at distances from 1 ms to 1 s.
awk 'BEGIN { for (i = 0; i < 1000; i++) print i, "arm", i, i + (i + 1) * 1000; print 2000000, "cancel", 0 }' >fires.trace
advises fires.trace --structures heap4,wheel
says 'The 2 hashes are equal, as they must be: all fired the same timers at the same ticks in the same order.'
says '0 % of the armings are moved or cancelled before they fire, so arming and firing decide, and cancelling hardly counts.'
says 'Half of the timeouts are at most 500 ms long, and nine in ten at most 900 ms.'
follows_from_table

# Half and half, in microseconds; and nothing at all.
printf '0 arm 1 500\n0 arm 2 999\n1 cancel 1\n999 cancel 1\n' >half.trace
advises half.trace
says '50 % of the armings are moved or cancelled before they fire.'
says 'Half of the timeouts are at most 500 us long, and nine in ten at most 999 us.'
advises half.trace --slack 600
says 'With a slack of 600 ticks (600 us) the timers cause 1 wake-up, as many as without.'
says 'No timer fires early then, and none more than 600 ticks (600 us) late.'
printf '0 arm 1 17000\n0 arm 2 18000\n0 arm 3 18500\n0 arm 4 40000\n40000 cancel 1\n' >four.trace
advises four.trace --slack 4 --unit 1ms
says 'Half of the timeouts are at most 18 ms long, and nine in ten at most 40 ms.'
says 'With a slack of 4 ticks (4 ms) the timers cause 2 wake-ups instead of 4, 50 % fewer.'
says 'No timer fires early then, and none more than 4 ticks (4 ms) late.'
echo '0 cancel 1' >none.trace
advises none.trace
says 'The trace arms nothing.'

echo "replay_advice_test: ok"
