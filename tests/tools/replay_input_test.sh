#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_input_test.sh REPLAY - replay reads standard input and packed traces as it reads plain ones; what cannot be read or
# unpacked is told in one line, with status 2. Wants TW_WORK.
set -u
. "$(dirname "$0")/../skip.sh"
need gzip
need xz
need tar
case $1 in */*) replay=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) replay=$1 ;; esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/empty" && cd "$TW_WORK" || exit 1

fail() {
    echo "FAILED: $*"
    exit 1
}

awk 'BEGIN { for (i = 0; i < 300; i++) print i, "arm", i % 9, i + 5 }' >plain.trace
"$replay" --repeat 1 --log plain plain.trace >plain.out || fail "the plain trace"

# reads NAME ARGUMENT...: as it reads plain.trace, and calls it so.
reads() {
    name=$1
    shift
    "$replay" --repeat 1 --log got "$@" >out 2>err || fail "$*: status $?, $(cat err)"
    [ ! -s err ] || fail "$*: says $(cat err)"
    [ "$(head -n 1 out)" = "$name$(head -n 1 plain.out | sed 's/^plain.trace//')" ] || fail "$*: $(head -n 1 out)"
    cmp got/hwheel.log plain/hwheel.log || fail "$*: another log"
    rm -rf got
}

# refuses MESSAGE ARGUMENT...: status 2 and this one line; programs are in $path, if it is set.
refuses() {
    message=$1 status=0
    shift
    PATH=${path:-$PATH} "$replay" --repeat 1 --log got "$@" >out 2>err || status=$?
    [ "$status $(cat err)" = "2 $message" ] || fail "$*: status $status, $(cat err)"
    [ ! -s out ] && [ ! -e got ] || fail "$*: writes in spite of it"
}

reads '<stdin>' - <plain.trace
reads '<stdin>' --structures all - <plain.trace
"$replay" --repeat 1 plain.trace - <plain.trace >out || fail "a file and standard input"
[ "$(grep -c ': 300 operations' out)" -eq 2 ] || fail "not both are read"
refuses "<stdin>:2: unknown verb 'x': arm or cancel" - <<'END'
1 arm 1 1
1 x
END
refuses '<stdin>:1: no operation in the trace' - </dev/null
refuses '<stdin>:1: no operation in the trace' - - <plain.trace
refuses '<stdin>:1: cannot be read: Bad file descriptor' - <&-

gzip -c plain.trace >plain.trace.gz
xz -c plain.trace >plain.trace.xz
tar cf - plain.trace | gzip -c >plain.trace.tar.gz
tar cf - plain.trace | xz -c >plain.trace.tar.xz
cp plain.trace.xz "./-odd 'name.xz"
for packed in plain.trace.gz plain.trace.xz plain.trace.tar.gz plain.trace.tar.xz "./-odd 'name.xz"; do
    reads "$packed" "$packed"
    reads "$packed" "$packed" <&-
done
for end in gz xz tar.gz tar.xz; do
    program=gzip
    case $end in tar.*) program=tar ;; xz) program=xz ;; esac
    cp plain.trace "text.$end"
    refuses "text.$end:1: cannot be read: $program cannot unpack it" "text.$end"
    dd if="plain.trace.$end" of="cut.$end" bs=1 count=100 2>/dev/null
    refuses "cut.$end:1: cannot be read: $program cannot unpack it" plain.trace "cut.$end"
    refuses "absent.$end:1: cannot be read: No such file or directory" "absent.$end"
    path=$PWD/empty
    refuses "plain.trace.$end:1: cannot be read: there is no program $program to unpack it" "plain.trace.$end"
    path=
done
echo ok
