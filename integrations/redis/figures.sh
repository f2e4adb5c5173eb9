#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a turn of Redis' event loop takes, by callgrind. STOCK is a source tree of
# Redis 7.0.15, OURS another that apply.sh has edited. load.c says what a turn is.
set -eu
[ "${1:-}" != --help ] || { sed -n '2,3s/^# //p' "$0" && exit 0; }
wrong() {
    echo "figures.sh: $1; see --help" >&2
    exit 2
}
[ $# = 2 ] || [ $# = 3 ] || wrong "two trees of Redis"
turns=${3:-2000}
case $turns in '' | *[!0-9]* | 0*) wrong "TURNS is a number" ;; esac
for tree in "$1" "$2"; do [ -f "$tree/src/ae.c" ] || wrong "$tree is no source tree of Redis"; done
command -v valgrind >/dev/null || wrong "no valgrind here"
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE FLAG...
    program=$1 tree=$2
    shift 2
    ${CC:-cc} -O2 -w -I"$tree/src" "$@" "$here/load.c" "$tree/src/ae.c" "$tree/src/monotonic.c" "$tree/src/zmalloc.c" \
        -o "$folder/$program"
}

build stock "$1"
for structure in rbtree hwheel; do build $structure "$2" -I"$here/../../include" -DTW_SET=$structure; done
echo "| instructions a turn | 1 event | 64 | 1024 |"
echo "|---|---:|---:|---:|"
for what in idle fire change; do
    for program in stock rbtree hwheel; do
        cells=
        for count in 1 64 1024; do cells="$cells $(a_turn "$turns" "$folder/$program" $what $count) |"; done
        echo "| $what, $program |$cells"
    done
done
