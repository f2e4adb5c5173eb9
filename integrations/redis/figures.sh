#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a turn of Redis' event loop takes, by callgrind. STOCK is a source tree of Redis
# 7.0.15, OURS another that apply.sh has edited. load.c says what a turn is.
# shellcheck disable=SC2034,SC2154 # count.sh reads the names, and sets others
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='Redis 7.0.15' file=src/ae.c
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE FLAG...
    program=$1 tree=$2
    shift 2
    ${CC:-cc} -O2 -w -I"$tree/src" "$@" "$here/load.c" "$tree/src/ae.c" "$tree/src/monotonic.c" "$tree/src/zmalloc.c" \
        -o "$folder/$program"
}

build stock "$stock"
for structure in rbtree hwheel; do build $structure "$ours" -I"$headers" -DTW_SET=$structure; done
rows "stock rbtree hwheel" "idle fire change" "1 64 1024"
