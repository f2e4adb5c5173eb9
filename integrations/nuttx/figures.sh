#!/bin/sh
# figures.sh [--from TREE] [COUNT...]: bytes on a Cortex-M0, and instructions by callgrind on this machine, of high-resolution
# timers in a heap and of watchdogs in a wheel, for COUNT timers (64 512). With TREE, a source tree of NuttX, over its own
# files, and with its list and its tree beside. The other headers of NuttX are the stand-ins of tests/tree.txt.
# shellcheck disable=SC2034,SC2154 # rtos.sh reads and sets the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
usual='64 512' file=sched/hrtimer/hrtimer_initialize.c
# shellcheck source=/dev/null
. "$here/../rtos.sh"

unfold "$here/tests/tree.txt" "$folder/own"
if [ -n "$from" ]; then
    rm "$folder"/own/sched/hrtimer/* "$folder"/own/sched/wdog/*
    for part in hrtimer wdog; do
        cp "$from/sched/$part"/*.[ch] "$folder/own/sched/$part"
        cp "$from/include/nuttx/$part.h" "$folder/own/include/nuttx"
    done
    cp "$from/include/nuttx/list.h" "$folder/own/include/nuttx"
    cp "$from/include/sys/tree.h" "$folder/own/include/sys"
fi
cp -R "$folder/own" "$folder/tree"
sh "$here/apply.sh" "$folder/tree" >&2

# measure NAME TREE PART OBJECT ROOTS FLAGS: prints a row. ROOTS are the calls of the system: what they do not reach is not
# linked.
measure() {
    name=$1 tree=$folder/$2 part=$3 object=$4 roots=$5
    shift 5
    set -- -std=gnu99 -w "-I$tree/include" "-I$tree/sched" -DCONFIG_HRTIMER_HEAP4_MOST=1024 "$@"
    rm -f "$folder"/*.o
    for source in "$tree/sched/$part"/*.c; do
        arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os -ffunction-sections -fdata-sections "$@" -c "$source" \
            -o "$folder/$(basename "$source" .c).o"
    done
    # shellcheck disable=SC2046,SC2086 # words
    arm-none-eabi-ld -r --gc-sections $(printf ' -u %s' $roots) "$folder"/*.o -o "$folder/whole"
    printf '#include <nuttx/%s.h>\nchar size[sizeof(struct %s)];\n' "$part" "$object" >"$folder/size.c"
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb "$@" -c "$folder/size.c" -o "$folder/size.o"
    each=$((0x$(arm-none-eabi-nm -S "$folder/size.o" | sed -n 's/^[0-9a-f]* \([0-9a-f]*\) . size$/\1/p')))
    printf '| %s |%s %d |' "$name" "$(arm-none-eabi-size "$folder/whole" | awk 'NR == 2 { printf " %d | %d |", $1, $2 + $3 }')" $each
    cc -O2 "$@" "$tree/sched/$part"/*.c "$here/figures.c" -o "$folder/figures"
    for count in $counts; do
        for phase in start/5 cancel/4 fire/1; do
            spent=$(instructions "--toggle-collect=phase_${phase%/*}" "$folder/figures" "$count")
            printf ' %d |' $((spent / count / ${phase#*/}))
        done
    done
    echo
}

# caption NAME: prints the head of a table.
caption() {
    printf '| %s in | code | RAM | a timer |' "$1"
    for count in $counts; do printf ' start, %d | cancel | fire |' "$count"; done
    printf '\n|---|---:|---:|---:|'
    for count in $counts; do printf -- '---:|---:|---:|'; done
    echo
}

# shellcheck disable=SC2086 # words
hrtimers() { measure "$1" "$2" hrtimer hrtimer_s 'hrtimer_start_absolute hrtimer_cancel hrtimer_process hrtimer_gettime' $3; }
# shellcheck disable=SC2086 # words
watchdogs() { measure "$1" "$2" wdog wdog_s 'wd_start wd_start_abstick wd_cancel wd_timer wd_gettime' -DWDOGS $3; }

caption hrtimers
if [ -n "$from" ]; then
    hrtimers "NuttX's list" own ''
    hrtimers "NuttX's tree" own -DCONFIG_HRTIMER_TREE
fi
hrtimers heap4 tree -DCONFIG_HRTIMER_HEAP4
echo
caption watchdogs
[ -z "$from" ] || watchdogs "NuttX's list" own ''
watchdogs smallwheel tree -DCONFIG_WDOG_WHEEL
