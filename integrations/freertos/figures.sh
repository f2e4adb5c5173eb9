#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of FreeRTOS's
# timers.c over each structure of tw, for COUNT timers (8 64). With TREE, a source tree of FreeRTOS-Kernel, its own timers.c,
# too. The rest of the kernel is the stand-in of tests/tree.txt and of figures.c, which the counts include.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
usual='8 64' file=timers.c
# shellcheck source=/dev/null
. "$here/../rtos.sh"

unfold "$here/tests/tree.txt" "$folder/own"
cp -R "$folder/own" "$folder/tree"
[ -z "$from" ] || cp "$from/timers.c" "$folder/own"
sh "$here/apply.sh" "$folder/tree" >&2

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
            few=$(instructions "$folder/figures" "$count" 20 $work)
            many=$(instructions "$folder/figures" "$count" 120 $work)
            printf ' %d |' $(((many - few) / 100 / count))
        done
    done
    echo
}

printf '| timers in | code | RAM |'
for count in $counts; do printf ' start, %d | fire |' "$count"; done
printf '\n|---|---:|---:|'
for count in $counts; do printf -- '---:|---:|'; done
echo
[ -z "$from" ] || measure "FreeRTOS's lists" own
for structure in sortedlist rbtree smallwheel; do
    measure $structure tree -DTW_TICK_BITS=32 "-DTW_FREERTOS_SET=$structure"
done
