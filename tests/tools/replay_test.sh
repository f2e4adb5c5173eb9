#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_test.sh REPLAY TRACE WORKDIR - the replay program against logs written by hand, against an awk program that
# shares no code with it, and against every kind of broken trace. TRACE is the bundled trace, unpacked.
set -u
LC_ALL=C
export LC_ALL

if [ $# -ne 3 ]; then
    echo "usage: replay_test.sh REPLAY TRACE WORKDIR" >&2
    exit 2
fi
case $1 in */*) replay=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) replay=$1 ;; esac
trace=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1

checks=0

fail() {
    echo "replay_test: $*" >&2
    exit 1
}

# run STATUS ARGUMENT...: the status is as expected; output in the files out and err.
run() {
    wanted=$1
    shift
    "$replay" "$@" >out 2>err
    got=$?
    checks=$((checks + 1))
    [ "$got" -eq "$wanted" ] || fail "replay $*: status $got, not $wanted: $(cat err)"
}

# complains MESSAGE ARGUMENT...: status 2, nothing printed, this one line on stderr.
complains() {
    message=$1
    shift
    run 2 "$@"
    [ "$(cat err)" = "$message" ] || fail "replay $*: says '$(cat err)', not '$message'"
    [ ! -s out ] || fail "replay $*: prints in spite of an error"
}

# FNV-1a 64 of a log (digits, spaces and line ends only) in four limbs of 16 bits.
fnv() {
    awk 'function xor(a, b,   r, p) {
             for (p = 1; p < 256; p *= 2) {
                 if (a % 2 != b % 2) r += p
                 a = int(a / 2); b = int(b / 2)
             }
             return r + 0
         }
         function eat(c,   low, carry) {
             low = h0 % 256
             h0 += x[low, c] - low
             h3 = h3 * 435 + h1 * 256; h2 = h2 * 435 + h0 * 256; h1 *= 435; h0 *= 435
             carry = int(h0 / 65536); h0 %= 65536; h1 += carry
             carry = int(h1 / 65536); h1 %= 65536; h2 += carry
             carry = int(h2 / 65536); h2 %= 65536; h3 += carry
             h3 %= 65536
         }
         BEGIN {
             h3 = 52210; h2 = 40164; h1 = 33826; h0 = 8997 # cbf2 9ce4 8422 2325
             for (b = 0; b < 256; b++) {
                 x[b, "\n"] = xor(b, 10); x[b, " "] = xor(b, 32)
                 for (d = 0; d < 10; d++) x[b, d ""] = xor(b, 48 + d)
             }
         }
         { for (i = 1; i <= length($0); i++) eat(substr($0, i, 1)); eat("\n") }
         END { printf "%04x%04x%04x%04x\n", h3, h2, h1, h0 }' "$1"
}

# The log of a trace, from the rules in traces/README.md: a list in firing order, into which an arming is put from the
# end. Numbers below 2^53.
reference() {
    awk 'function out(x) { after[before[x]] = after[x]; before[after[x]] = before[x]; on[x] = 0 }
         function put(x, k,   p) {
             for (p = before["end"]; p != "end" && key[p] > k; p = before[p]) ;
             key[x] = k; on[x] = 1
             before[x] = p; after[x] = after[p]; before[after[p]] = x; after[p] = x
         }
         function go(t) {
             while (after["end"] != "end" && key[after["end"]] <= t + 0) {
                 print t, due[after["end"]], after["end"]
                 out(after["end"])
             }
         }
         BEGIN { after["end"] = before["end"] = "end" }
         /^#/ || NF == 0 { next }
         {
             go($1)
             if (on[$3]) out($3)
             if ($2 == "arm") {
                 due[$3] = $4
                 put($3, $4 + 0 > $1 + 0 ? $4 + 0 : $1 + 0)
                 if ($4 + 0 > end + 0) end = $4
             }
             last = $1
         }
         END { go(last + 0 > end + 0 ? last : end) }' "$1"
}

# The rows of the tables in out: structure, firings, hash.
rows() {
    awk '$1 == "structure" { table = 1; next } NF == 0 { table = 0 } table { print $1, $(NF - 1), $NF }' out
}

# agrees NAME: every structure's row in out and its log in logs/ is that of the file NAME.
agrees() {
    hash=$(fnv "$1")
    fires=$(wc -l <"$1" | tr -d ' ')
    rows >row.list
    [ -s row.list ] || fail "$1: no table was printed"
    while read -r structure count sum; do
        cmp -s "$1" "logs/$structure.log" ||
            fail "$1: the log of $structure is wrong: $(diff "$1" "logs/$structure.log" | head -n 4)"
        [ "$count" = "$fires" ] || fail "$1: $structure fires $count, not $fires"
        [ "$sum" = "$hash" ] || fail "$1: $structure prints hash $sum, its log has $hash"
    done <row.list
    checks=$((checks + 1))
}

# replays NAME: the trace NAME.trace gives the log NAME.
replays() {
    rm -rf logs
    run 0 --repeat 1 --log logs "$1.trace"
    [ ! -s err ] || fail "$1: says $(cat err)"
    agrees "$1"
}

# ------------------------------------------------------------------------------------------------------- LOGS BY HAND

# Equal deadlines leave in arming order, and an arming for the same deadline goes to the back.
cat >equal.trace <<'END'
# timer trace 1
0 arm 10 100
0 arm 11 100
0 arm 12 100
5 arm 10 100
100 cancel 1
END
cat >equal <<'END'
100 100 11
100 100 12
100 100 10
END
replays equal

# An armed timer that is armed again is moved, to an earlier or a later deadline; one that has fired is armed anew.
cat >move.trace <<'END'
0 arm 1 50
0 arm 2 10
0 arm 3 30
5 arm 1 20
6 arm 2 40
25 arm 1 35
60 cancel 1
END
cat >move <<'END'
25 20 1
60 30 3
60 35 1
60 40 2
END
replays move

# A deadline that has passed, or is now, fires at the next operation even if that has the same TIME: before its cancel,
# ahead of what is due later, with the deadline that was given.
cat >passed.trace <<'END'
0 arm 1 6
0 arm 2 8
5 arm 20 3
5 arm 21 5
5 cancel 99
5 arm 22 0
5 cancel 22
5 arm 23 1
20 cancel 23
END
cat >passed <<'END'
5 3 20
5 5 21
5 0 22
20 1 23
20 6 1
20 8 2
END
replays passed

# A cancelled timer does not fire; a cancel of an idle one has no effect, whether it never was armed, fired or was
# cancelled.
cat >cancel.trace <<'END'
0 cancel 1
0 arm 1 10
1 arm 2 12
2 cancel 1
2 cancel 1
15 cancel 2
16 arm 1 17
18 cancel 2
END
cat >cancel <<'END'
15 12 2
18 17 1
END
replays cancel

# At the end the clock goes to the largest deadline in the trace, although that one was cancelled ...
cat >latest.trace <<'END'
0 arm 1 500
1 arm 2 400
2 arm 3 1
3 cancel 1
END
cat >latest <<'END'
3 1 3
500 400 2
END
replays latest

# ... or to the last TIME, where what the last operation armed for a passed deadline still fires.
cat >last.trace <<'END'
0 arm 1 5
9 arm 2 7
END
cat >last <<'END'
9 5 1
9 7 2
END
replays last

# Numbers have 64 bits.
cat >wide.trace <<'END'
7 arm 18446744073709551615 18446744073709551615
8 arm 0 30
9 arm 18446744073709551614 18446744073709551614
END
cat >wide <<'END'
18446744073709551615 30 0
18446744073709551615 18446744073709551614 18446744073709551614
18446744073709551615 18446744073709551615 18446744073709551615
END
replays wide

# Blank lines, comments, tabs, line ends of two bytes, and a last line without end.
printf '\n   \n# one\n0\tarm  1 5 # two\r\n\t3 cancel 1\r\n4 arm 0002 00000000000000000000006' >space.trace
echo '6 6 2' >space
replays space

# Nothing fires.
echo '3 cancel 4' >none.trace
: >none
replays none

# Several traces: a table for each, the logs one after the other.
cat equal move >both
rm -rf logs
run 0 --structures all --log logs --repeat 2 equal.trace move.trace
rows >row.list
while read -r structure count sum; do
    cmp -s both "logs/$structure.log" || fail "several traces: the log of $structure is wrong"
done <row.list
[ "$(rows | awk '{ print $2, $3 }' | sort -u)" = "$(for f in equal move; do
    echo "$(wc -l <$f | tr -d ' ') $(fnv $f)"
done | sort -u)" ] || fail "several traces: wrong firings or hashes"

# -------------------------------------------------------------------------------------------------- THE BUNDLED TRACE

[ "$(reference equal.trace)" = "$(cat equal)" ] || fail "the reference is wrong about equal.trace"
[ "$(reference passed.trace)" = "$(cat passed)" ] || fail "the reference is wrong about passed.trace"
reference "$trace" >bundle
rm -rf logs
run 0 --repeat 1 --log logs "$trace"
agrees bundle
mv row.list bundle.rows
run 0 --repeat 1 "$trace"
rows >row.list
cmp -s bundle.rows row.list || fail "firings or hash change without --log"

# Each structure alone gives the same row.
while read -r structure count sum; do
    run 0 --repeat 1 --structures "$structure" "$trace"
    [ "$(rows)" = "$structure $count $sum" ] || fail "$structure alone: '$(rows)'"
    grep -q "^$structure is the only structure in this run" out || fail "$structure alone: the sentence is missing"
done <bundle.rows

# ------------------------------------------------------------------------------------------------------ BROKEN TRACES

# broken LINE MESSAGE TEXT: TEXT, with its backslashes, is refused with b.trace:LINE: MESSAGE.
broken() {
    printf %b "$3" >b.trace
    complains "b.trace:$1: $2" b.trace
}

long=$(awk 'BEGIN { while (length(s) < 1020) s = s "0"; print s }')

broken 2 "unknown verb 'fire': arm or cancel" '0 arm 1 2\n1 fire 1\n'
broken 1 "unknown verb 'ARM': arm or cancel" '0 ARM 1 2\n'
broken 1 'the verb is missing: arm or cancel' '5\n'
broken 3 'ID is missing' '# x\n\n0 arm\n'
broken 1 'ID is missing' '0 cancel # 1\n'
broken 1 'EXPIRES is missing' '0 arm 1\n'
broken 1 "TIME is not a number: 'arm'" 'arm 1 2\n'
broken 1 "TIME is not a number: '-1'" '-1 arm 1 2\n'
broken 1 "TIME is not a number: '1.5'" '1.5 arm 1 2\n'
broken 1 "ID is not a number: '0x10'" '0 cancel 0x10\n'
broken 1 "EXPIRES is not a number: '+9'" '0 arm 1 +9\n'
broken 1 "TIME does not fit 64 bits: '18446744073709551616'" '18446744073709551616 arm 1 2\n'
broken 1 "ID does not fit 64 bits: '99999999999999999999'" '0 arm 99999999999999999999 2\n'
broken 1 "EXPIRES does not fit 64 bits: '18446744073709551620'" '0 arm 1 18446744073709551620\n'
broken 1 "extra field '3'" '0 arm 1 2 3\n'
broken 1 "extra field '3'" '0 cancel 1 3 4 5\n'
broken 3 'TIME goes back: 4 after 5' '5 arm 1 2\n5 arm 1 2\n4 cancel 1\n'
broken 2 'line is longer than 1023 bytes' "0 arm 1 2\n${long}0 arm 1 2"
broken 1 'byte 0 is not text' '0 arm\00001 2\n'
broken 1 'byte 127 is not text' '\01770 arm 1 2\n'
broken 1 'no operation in the trace' ''
broken 3 'no operation in the trace' '# timer trace 1\n\n'

# The longest line that is allowed.
printf '%s cancel 1\n' "$long" | cut -c 7- >b.trace
[ "$(wc -c <b.trace)" -eq 1024 ] || fail "the longest line is not what it should be"
run 0 --repeat 1 b.trace

mkdir d
complains 'd:1: cannot be read: Is a directory' d
complains 'absent.trace:1: cannot be read: No such file or directory' absent.trace

# All traces are read before anything is replayed or written.
rm -rf logs
broken 1 'ID is missing' '0 arm\n'
complains 'b.trace:1: ID is missing' --log logs equal.trace b.trace
[ ! -e logs ] || fail "logs are written in spite of a broken trace"

# ------------------------------------------------------------------------------------------------------------ OPTIONS

run 0 --help
grep -q '^usage: replay .* TRACE\.\.\.$' out || fail "--help shows no usage"
for word in --structures --log --repeat --help ns/op ns/arm ns/cancel ns/fire 'worst advance' 'set bytes' bytes/timer wake-ups 'firings, hash'; do
    grep -q -e "^  $word" out || fail "--help does not explain $word"
done

complains 'replay: no TRACE given; see replay --help'
complains 'replay: no TRACE given; see replay --help' --repeat 1
complains "replay: unknown option '--fast'; see replay --help" --fast equal.trace
complains "replay: unknown option '-'; see replay --help" - equal.trace
complains 'replay: --repeat needs a value; see replay --help' --repeat
complains "replay: unknown structure in 'heap5'" --structures heap5 equal.trace
complains "replay: unknown structure in 'heap'" --structures heap equal.trace
complains "replay: unknown structure in ''" --structures heap4, equal.trace
complains "replay: unknown structure in 'nothing,heap4'" --structures nothing,heap4 equal.trace
for n in 0 -1 1001 x 2x '' 99999999999999999999999; do
    complains "replay: --repeat takes a number from 1 to 1000, not '$n'" --repeat "$n" equal.trace
done

: >file
first=$(head -n 1 bundle.rows | cut -d ' ' -f 1)
complains "replay: file/$first.log: Not a directory" --log file equal.trace
complains 'replay: absent/logs: No such file or directory' --log absent/logs equal.trace

# A log that exists is replaced.
mkdir -p logs && echo old >"logs/$first.log"
run 0 --repeat 1 --log logs last.trace
agrees last

if [ -c /dev/full ]; then
    "$replay" --repeat 1 last.trace >/dev/full 2>err && fail "a full disk for the output goes unnoticed"
    [ "$(cat err)" = "replay: the output cannot be written" ] || fail "a full disk for the output: says '$(cat err)'"
    ln -sf /dev/full "logs/$first.log"
    run 2 --repeat 1 --log logs last.trace
    [ "$(cat err)" = "replay: the log of $first cannot be written" ] ||
        fail "a full disk for the log: says '$(cat err)'"
fi

echo "replay_test: $checks checks passed"
