#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of kernel
# timeouts over each structure of tw: for the workload of Zephyr's benchmark timeout_mgmt with COUNT timeouts (64 512).
# With TREE, a source tree of Zephyr with pluggable timeout backends, over its own front end, and with its backends beside.
# The other headers of Zephyr are the stand-ins of tests/tree.txt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
usual='64 512' file=''
# shellcheck source=/dev/null
. "$here/../rtos.sh"

unfold "$here/tests/tree.txt" "$folder/tree"
own='' pluggable=''
if [ -n "$from" ]; then
    grep -qs z_timeout_q_next_expiry "$from/kernel/timeout.c" || refuse "$from has no pluggable timeout backends"
    cp "$from"/kernel/timeout*.[ch] "$folder/tree/kernel"
    [ ! -d "$from/kernel/timeout" ] || cp -R "$from/kernel/timeout" "$folder/tree/kernel"
    cp "$from/include/zephyr/sys/min_heap_ref.h" "$folder/tree/include/zephyr/sys"
    own='DLIST MINHEAP WHEEL BUCKET SKIPLIST' pluggable=-DPLUGGABLE
fi
sh "$here/apply.sh" "$folder/tree" >&2

# measure NAME FLAGS: prints a row.
measure() {
    name=$1 && shift
    # shellcheck disable=SC2086
    set -- -std=gnu99 -w -DNDEBUG $pluggable -DTW_TICK_BITS=64 "-I$folder/tree/include" "-I$folder/tree/kernel/include" \
        "-I$root/include" "-I$here/include" "$@"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os "$@" -c "$folder/tree/kernel/timeout.c" -o "$folder/m0.o"
    echo '#include <zephyr/kernel.h>' >"$folder/size.c"
    echo 'char size[sizeof(struct _timeout)];' >>"$folder/size.c"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb "$@" -c "$folder/size.c" -o "$folder/size.o"
    each=$((0x$(arm-none-eabi-nm -S "$folder/size.o" | sed -n 's/^[0-9a-f]* \([0-9a-f]*\) . size$/\1/p')))
    printf '| %s |%s %d |' "$name" "$(arm-none-eabi-size "$folder/m0.o" | awk 'NR == 2 { printf " %d | %d |", $1, $2 + $3 }')" $each
    cc -O2 -DCONFIG_SPIN_VALIDATE "$@" "$folder/tree/kernel/timeout.c" "$here/figures.c" -o "$folder/figures"
    for count in $counts; do
        for phase in add/4 abort/4 fire/1; do
            spent=$(instructions "--toggle-collect=phase_${phase%/*}" "$folder/figures" "$count")
            printf ' %d |' $((spent / count / ${phase#*/}))
        done
    done
    echo
}

printf '| timeouts in | code | RAM | a timeout |'
for count in $counts; do printf ' add, %d | abort | fire |' "$count"; done
printf '\n|---|---:|---:|---:|'
for count in $counts; do printf -- '---:|---:|---:|'; done
echo
for backend in $own; do
    measure "Zephyr's $(echo $backend | tr A-Z a-z)" "-DCONFIG_TIMEOUT_BACKEND_$backend" -DCONFIG_TIMEOUT_BUCKET_LISTS=32 \
        -DCONFIG_TIMEOUT_SKIPLIST_MAX_LEVEL=8 -DCONFIG_TIMEOUT_HEAP_MAX_ENTRIES=1024
done
for structure in sortedlist rbtree heap4 smallwheel hwheel; do
    measure $structure -DCONFIG_TIMEOUT_BACKEND_CUSTOM -DCONFIG_TW_KERNEL_MOST=1024 \
        "-DCONFIG_TW_KERNEL_$(echo $structure | tr a-z A-Z)"
done
