#!/bin/sh
# figures.sh STOCK OURS [TURNS]: the instructions that a timeout of libevent takes, by callgrind, and user time. STOCK is a source tree
# of libevent 2.1.12 that cmake has configured in its folder build, OURS another that apply.sh has edited. load.c says what a turn is.
# shellcheck disable=SC2034,SC2154 # count.sh reads the names, and sets others
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='libevent 2.1.12' file=event.c
# shellcheck source=/dev/null
. "$here/../count.sh"

configured=$stock/build/include
[ -f "$configured/evconfig-private.h" ] || wrong "$stock has no build/include/evconfig-private.h"

build() { # PROGRAM TREE
    sources=
    for file in event evmap evthread evutil evutil_rand evutil_time log signal strlcpy epoll poll select; do
        sources="$sources $2/$file.c"
    done
    # shellcheck disable=SC2086 # words
    ${CC:-cc} -O2 -w -DHAVE_CONFIG_H -I"$headers" -I"$2" -I"$2/include" -I"$configured" "$here/load.c" $sources -o "$folder/$1"
}

build stock "$stock"
build heap4 "$ours"
rows "stock heap4" "move fire" "10 1000 100000"
python3 "$here/../user_time.py" 7 "$folder/stock" "$folder/heap4" fire 100000 $((1000 * turns))
