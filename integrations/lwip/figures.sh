#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a timeout of lwIP takes, by callgrind. STOCK is a source tree of lwIP 2.1.3,
# OURS another that apply.sh has edited. load/load.c says what a turn is.
set -eu
[ "${1:-}" != --help ] || { sed -n '2,3s/^# //p' "$0" && exit 0; }
wrong() {
    echo "figures.sh: $1; see --help" >&2
    exit 2
}
[ $# = 2 ] || [ $# = 3 ] || wrong "two trees of lwIP"
case ${3:-2000} in '' | *[!0-9]* | 0*) wrong "TURNS is a number" ;; esac
for tree in "$1" "$2"; do [ -f "$tree/src/core/timeouts.c" ] || wrong "$tree is no source tree of lwIP"; done
command -v valgrind >/dev/null || wrong "no valgrind here"
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE FLAG...
    program=$1 tree=$2
    shift 2
    ${CC:-cc} -O2 -w -I"$here/load" -I"$here/tests" -I"$tree/src/include" "$@" "$here/load/load.c" \
        "$tree/src/core/timeouts.c" "$tree/src/core/mem.c" "$tree/src/core/memp.c" -o "$folder/$program"
}

build stock "$1"
for structure in sortedlist rbtree; do
    build $structure "$2" -I"$here/../../include" -DTW_TICK_BITS=32 -DTW_SET=$structure
done
echo "| instructions | 10 wait | 100 | 1000 |"
echo "|---|---:|---:|---:|"
for what in fire move; do
    for program in stock sortedlist rbtree; do
        cells=
        for count in 10 100 1000; do cells="$cells $(a_turn "${3:-2000}" "$folder/$program" $what $count) |"; done
        echo "| $what, $program |$cells"
    done
done
