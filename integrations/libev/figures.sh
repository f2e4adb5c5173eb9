#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a timer of libev takes, by callgrind. STOCK is a source tree of libev 4.33,
# OURS another that apply.sh has edited. load.c says what a turn is.
# shellcheck disable=SC2034,SC2154 # count.sh reads the names, and sets others
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='libev 4.33' file=ev.c
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE FLAG...
    program=$1 tree=$2
    shift 2
    ${CC:-cc} -O2 -w -DEV_STANDALONE=1 -DEV_USE_MONOTONIC=1 -DEV_USE_CLOCK_SYSCALL=0 -I"$tree" "$@" "$here/load.c" -lm \
        -o "$folder/$program"
}

build stock "$stock"
for structure in hwheel rbtree; do build $structure "$ours" -I"$headers" -DTW_SET=$structure; done
rows "stock hwheel rbtree" "again fire serve quiet" "10 1000 100000"
shares "stock hwheel rbtree" serve quiet "10 1000 100000"
