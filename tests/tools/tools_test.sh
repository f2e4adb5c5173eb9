#!/bin/sh
# SPDX-License-Identifier: MIT-0
# tools_test.sh CASE TOOL - what tw_draw and replay answer to input that ends, fails or is wrong, and to a full disk. TOOL
# is the program. Wants TW_WORK.
set -u
. "$(dirname "$0")/../skip.sh"
case $2 in */*) tool=$(cd "$(dirname "$2")" && pwd)/$(basename "$2") ;; *) tool=$2 ;; esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1

fail() {
    echo "tools_test: $*" >&2
    exit 1
}

# answers STATUS MESSAGE: what was run last, with its output in out and err, ended so and said this, or nothing.
answers() {
    got=$?
    [ "$(cat err)" = "$2" ] || fail "says '$(cat err)', not '$2'"
    [ "$got" -eq "$1" ] || fail "status $got, not $1"
}

case $1 in
draw_closed_input)
    "$tool" <&- >out 2>err
    answers 2 '<stdin>:1: cannot be read: Bad file descriptor'
    ;;
draw_unreadable_input)
    "$tool" <. >out 2>err
    answers 2 '<stdin>:1: cannot be read: Is a directory'
    ;;
draw_file_beside_closed_input)
    echo 'next' >next.draw
    "$tool" next.draw <&- >out 2>err
    answers 0 ''
    [ "$(tail -n 1 out)" = '  nothing is armed' ] || fail "prints $(cat out)"
    ;;
draw_bad_line_in_pipe)
    # Nothing of the bad line is done, and nothing behind it.
    printf 'arm 1 30\n\narm 1 40 2 x\nnext\n' | "$tool" >out 2>err
    answers 2 "<stdin>:3: DUE is not a number: 'x'"
    printf '%s\n' '> arm 1 30' '' '> arm 1 40 2 x' | diff - out || fail "prints something else"
    printf 'next\nfoo' | "$tool" >out 2>err
    answers 2 "<stdin>:2: unknown command 'foo'; help lists them"
    printf 'next\nquit\nfoo\n' | "$tool" >out 2>err
    answers 0 ''
    ;;
draw_help_to_full_disk | replay_help_to_full_disk)
    [ -c /dev/full ] || skip "no /dev/full here"
    "$tool" --help >/dev/full 2>err
    answers 2 "$(basename "$tool"): the output cannot be written"
    [ "$1" = draw_help_to_full_disk ] || exit 0
    echo help | "$tool" >/dev/full 2>err
    answers 2 "$(basename "$tool"): the output cannot be written"
    ;;
replay_closed_input)
    echo '0 arm 1 5' >one.trace
    "$tool" --repeat 1 one.trace <&- >out 2>err
    answers 0 ''
    grep -q '^heap4 ' out || fail "prints no table"
    ;;
replay_bad_line_in_pipe)
    printf '0 arm 1 5\n1 foo\n' | "$tool" /dev/stdin >out 2>err
    answers 2 "/dev/stdin:2: unknown verb 'foo': arm or cancel"
    [ ! -s out ] || fail "prints in spite of it"
    ;;
replay_any_number_armed)
    # All are armed at tick 0 and none is moved, so sort(1) gives the log: by deadline, and in arming order.
    awk 'BEGIN { for (i = 0; i < 50000; i++) print 0, "arm", i, 1 + i * 7919 % 10007
                 print 1, "cancel", 17; print 10007, "cancel", 17 }' >many.trace
    "$tool" --repeat 1 --log . many.trace >out 2>err
    answers 0 ''
    grep -q 'peak armed 50,000, 0 still armed at the end$' out || fail "not all are armed at once: $(head -n 1 out)"
    awk '$2 == "arm" && $3 != 17 { print $4 == 1 ? 1 : 10007, $4, $3 }' many.trace | sort -s -n -k 2,2 >wanted
    for structure in heap4 rbtree skiplist wheel hwheel bigwheel; do
        cmp wanted $structure.log || fail "the log of $structure is wrong"
    done
    ;;
*)
    fail "no case $1"
    ;;
esac
echo "$1 ok"
