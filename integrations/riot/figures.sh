#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of ztimer over
# each structure of tw, for COUNT timers (8 64). With TREE, a source tree of RIOT, RIOT's own sys/ztimer/core.c, too. The
# other headers of RIOT are the stand-ins of tests/tree.txt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
usual='8 64' file=sys/ztimer/core.c
# shellcheck source=/dev/null
. "$here/../rtos.sh"

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
            spent=$(instructions "--toggle-collect=phase_${phase%/*}" "$folder/figures" "$count")
            printf ' %d |' $((spent / count / ${phase#*/}))
        done
    done
    echo
}

printf '| timers in | code | a clock | a timer |'
for count in $counts; do printf ' set, %d | anew | remove | fire |' "$count"; done
printf '\n|---|---:|---:|---:|'
for count in $counts; do printf -- '---:|---:|---:|---:|'; done
echo
[ -z "$from" ] || measure "RIOT's list" own
for structure in sortedlist rbtree smallwheel; do
    measure $structure tree -DTW_TICK_BITS=32 "-DTW_ZTIMER_SET=$structure"
done
