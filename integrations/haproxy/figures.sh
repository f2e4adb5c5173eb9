#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that the wait queue of HAProxy takes, by callgrind. STOCK is a source tree of HAProxy
# 2.6.12, OURS another that apply.sh has edited. load.c says what a turn is.
# shellcheck disable=SC2034,SC2154 # count.sh reads the names, and sets others
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='HAProxy 2.6.12' file=src/task.c
# shellcheck source=/dev/null
. "$here/../count.sh"

build() { # PROGRAM TREE
    ${CC:-cc} -O2 -w -D_GNU_SOURCE -DUSE_EPOLL -DTW_TICK_BITS=32 -I"$2/include" -I"$headers" "$here/load.c" "$2/src/task.c" \
        "$2/src/ebtree.c" "$2/src/eb32tree.c" "$2/src/eb32sctree.c" -o "$folder/$1"
}

build ebtree "$stock"
build rbtree "$ours"
rows "ebtree rbtree" "queue expire" "10 1000 10000"
