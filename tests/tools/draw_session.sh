# SPDX-License-Identifier: MIT-0
# Sourced with the arguments DRAW WORKDIR by the tests of tw_draw: goes to WORKDIR, and gives session and complains. A
# session holds what is typed and what is printed: the typed lines begin with > or #, or are empty.
. "$(dirname "$0")/../skip.sh"
[ $# -eq 2 ] || { echo "usage: $0 DRAW WORKDIR" >&2; exit 2; }
case $1 in */*) draw=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) draw=$1 ;; esac
[ "$(getconf LONG_BIT)" = 64 ] || skip "heap4 has its root elsewhere on this machine"
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1

checks=0

fail() {
    echo "$(basename "$0" .sh): $*" >&2
    exit 1
}

# session NAME: the session on stdin, on this structure, from a file and typed.
session() {
    cat >wanted
    sed -n -e '/^#/p' -e '/^$/p' -e 's/^> //p' wanted >commands.draw
    "$draw" --structure "$1" commands.draw >out 2>err || fail "$1: status $?: $(cat err)"
    diff wanted out || fail "$1 prints something else"
    [ ! -s err ] || fail "$1 says $(cat err)"
    "$draw" --structure "$1" <commands.draw >out || fail "$1, typed: status $?"
    diff wanted out || fail "$1 prints something else if it is typed"
    checks=$((checks + 1))
}

# complains MESSAGE ARGUMENT...: status 2, this one line on stderr.
complains() {
    message=$1
    shift
    "$draw" "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq 2 ] || fail "tw_draw $*: status $got"
    [ "$(cat err)" = "$message" ] || fail "tw_draw $*: says '$(cat err)', not '$message'"
    checks=$((checks + 1))
}
