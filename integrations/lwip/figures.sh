#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a timeout of lwIP takes, by callgrind. STOCK is a source tree of lwIP 2.1.3,
# OURS another that apply.sh has edited. load/load.c says what a turn is.
# shellcheck disable=SC2034,SC2154 # count.sh reads the names, and sets others
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='lwIP 2.1.3' file=src/core/timeouts.c
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE FLAG...
    program=$1 tree=$2
    shift 2
    ${CC:-cc} -O2 -w -I"$here/load" -I"$here/tests" -I"$tree/src/include" "$@" "$here/load/load.c" \
        "$tree/src/core/timeouts.c" "$tree/src/core/mem.c" "$tree/src/core/memp.c" -o "$folder/$program"
}

build stock "$stock"
for structure in sortedlist rbtree; do build $structure "$ours" -I"$headers" -DTW_TICK_BITS=32 -DTW_SET=$structure; done
rows "stock sortedlist rbtree" "fire move" "10 100 1000"
