#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_left_test.sh REPLAY ORACLE - a timer that is still armed when the recording ends is no firing. bench/traces/ has 44 s of
# coturn, a TURN server built on libevent, and the same with a cancel at the end of each timer that is armed then: both
# say the same of the program. Wants TW_SOURCE and TW_WORK.
set -eu
replay=$1 oracle=$2
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

# finds NAME CANCELS LEFT: of this trace, with 3,789 armings and 326 firings.
finds() {
    cmake -E tar xf "$TW_SOURCE/tests/tools/traces/$1.trace.tar.xz"
    "$replay" --repeat 1 --log "$1" --json "$1.json" --html "$1.html" "$1.trace" >"$1.out"
    "$oracle" agree "$1.out" "$1" "$1.trace"
    grep -q "(3,789 armings, 0 of them moves; $2 cancels, .*, $3 still armed at the end$" "$1.out" || fail "$1: the text"
    grep -q "\"peak_armed\": 1514, \"still_armed\": $(echo "$3" | tr -d ,)," "$1.json" || fail "$1: the JSON"
    grep -q "and 326 fire. $3 are still armed at the end" "$1.html" || fail "$1: the page"
    grep -q '^91 % of the armings are moved' "$1.out" || fail "$1: another share: $(cat "$1.out")"
    # No timer that was armed for longer than the recording fires in it.
    awk -F '[:,}]' '/"from_us"/ && $2 >= 50000000 && $8 != 0 { bad = 1 } /"from_us"/ { n++ } END { exit bad || n < 5 }' \
        "$1.json" || fail "$1: a timer fires that is due after the end"
    grep -q "class=\"c\"" "$1.html" && coloured=yes || coloured=no
    [ "$coloured" = "$([ "$3" != 0 ] && echo yes || echo no)" ] || fail "$1: the bars on the page"
}

finds coturn 1,950 1,513
finds coturn_cut 3,463 0
cmp coturn/heap4.log coturn_cut/heap4.log || fail "the two fire other timers"
[ "$(wc -l <coturn/heap4.log)" -eq 326 ] || fail "not 326 firings"
echo ok
