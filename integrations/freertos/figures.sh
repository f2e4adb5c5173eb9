#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of FreeRTOS's
# timers.c over each structure of tw, for COUNT timers (8 64). With TREE, a source tree of FreeRTOS-Kernel, its own timers.c,
# too. The rest of the kernel is the stand-in of tests/tree.txt and of figures.c, which the counts include.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
from=
refuse() {
    echo "figures.sh: $1; see --help" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --help) sed -n '2,4s/^# //p' "$0" && exit 0 ;;
    --from) [ $# -gt 1 ] || refuse "--from wants a tree" && from=$2 && shift 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || set -- 8 64
for count in "$@"; do
    case $count in '' | *[!0-9]* | 0*) refuse "COUNT is a number" ;; esac
done
[ -z "$from" ] || [ -f "$from/timers.c" ] || refuse "$from has no timers.c"
for program in valgrind arm-none-eabi-gcc; do
    command -v $program >/dev/null || refuse "no $program here"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck source=/dev/null
. "$root/tests/skip.sh"
unfold "$here/tests/tree.txt" "$folder/own"
cp -R "$folder/own" "$folder/tree"
[ -z "$from" ] || cp "$from/timers.c" "$folder/own"
sh "$here/apply.sh" "$folder/tree" >&2

# instructions COUNT ROUNDS WORK: of the whole program
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/counts" "$folder/figures" "$@" 2>"$folder/log" ||
        { cat "$folder/log" >&2 && exit 1; }
    sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$folder/counts" | head -n 1
}

# measure NAME TREE FLAGS: prints a row.
measure() {
    name=$1 tree=$folder/$2
    shift 2
    set -- -std=gnu99 -w -DNDEBUG -DconfigSUPPORT_STATIC_ALLOCATION=0 "-I$tree/include" "-I$root/include" "$@"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os "$@" -c "$tree/timers.c" -o "$folder/m0.o"
    printf '| %s |%s' "$name" "$(arm-none-eabi-size "$folder/m0.o" | awk 'NR == 2 { printf " %d | %d |", $1, $2 + $3 }')"
    cc -O2 "$@" "$tree/timers.c" "$here/figures.c" -o "$folder/figures"
    for count in $counts; do
        for work in start fire; do
            few=$(instructions "$count" 20 $work)
            many=$(instructions "$count" 120 $work)
            printf ' %d |' $(((many - few) / 100 / count))
        done
    done
    echo
}

counts=$*
printf '| timers in | code | RAM |'
for count in $counts; do printf ' start, %d | fire |' "$count"; done
printf '\n|---|---:|---:|'
for count in $counts; do printf -- '---:|---:|'; done
echo
[ -z "$from" ] || measure "FreeRTOS's lists" own
for structure in sortedlist rbtree smallwheel; do
    measure $structure tree -DTW_TICK_BITS=32 "-DTW_FREERTOS_SET=$structure"
done
