#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of ztimer over
# each structure of tw, for COUNT timers (8 64). With TREE, a source tree of RIOT, RIOT's own sys/ztimer/core.c, too. The
# other headers of RIOT are the stand-ins of tests/tree.txt.
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
[ -z "$from" ] || [ -f "$from/sys/ztimer/core.c" ] || refuse "$from has no sys/ztimer/core.c"
for program in valgrind arm-none-eabi-gcc; do
    command -v $program >/dev/null || refuse "no $program here"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck source=/dev/null
. "$root/tests/skip.sh"
unfold "$here/tests/tree.txt" "$folder/own"
cp -R "$folder/own" "$folder/tree"
[ -z "$from" ] || cp "$from/sys/ztimer/core.c" "$folder/own/sys/ztimer"
sh "$here/apply.sh" "$folder/tree" >&2

# measure NAME TREE FLAGS: prints a row.
measure() {
    name=$1 tree=$folder/$2
    shift 2
    set -- -std=gnu99 -w -DNDEBUG -DMODULE_ZTIMER_EXTEND=1 "-I$tree/core" "-I$tree/sys/include" "-I$root/include" "$@"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os "$@" -c "$tree/sys/ztimer/core.c" -o "$folder/m0.o"
    printf '#include <ztimer.h>\nchar timer[sizeof(ztimer_t)], clock[sizeof(ztimer_clock_t)];\n' >"$folder/size.c"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb "$@" -c "$folder/size.c" -o "$folder/size.o"
    printf '| %s |%s' "$name" "$(arm-none-eabi-size "$folder/m0.o" | awk 'NR == 2 { printf " %d |", $1 }')"
    for object in clock timer; do
        printf ' %d |' $((0x$(arm-none-eabi-nm -S "$folder/size.o" | sed -n "s/^[0-9a-f]* \([0-9a-f]*\) . $object\$/\1/p")))
    done
    cc -O2 "$@" "$tree/sys/ztimer/core.c" "$here/figures.c" -o "$folder/figures"
    for count in $counts; do
        for phase in set/11 move/10 remove/10 fire/10; do
            valgrind --tool=callgrind --callgrind-out-file="$folder/counts" "--toggle-collect=phase_${phase%/*}" \
                "$folder/figures" "$count" 2>"$folder/log" || { cat "$folder/log" >&2 && exit 1; }
            sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$folder/counts" | head -n 1 |
                awk -v count="$count" -v times="${phase#*/}" '{ printf " %d |", $1 / count / times }'
        done
    done
    echo
}

counts=$*
printf '| timers in | code | a clock | a timer |'
for count in $counts; do printf ' set, %d | anew | remove | fire |' "$count"; done
printf '\n|---|---:|---:|---:|'
for count in $counts; do printf -- '---:|---:|---:|---:|'; done
echo
[ -z "$from" ] || measure "RIOT's list" own
for structure in sortedlist rbtree smallwheel; do
    measure $structure tree -DTW_TICK_BITS=32 "-DTW_ZTIMER_SET=$structure"
done
