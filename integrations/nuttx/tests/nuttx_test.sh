#!/bin/sh
# nuttx_test.sh [figures]: apply.sh edits a stand-in for a tree of NuttX, and refuses others. timers_test.c passes over the
# stand-in's lists, and over the heap and the wheel. figures: figures.sh prints its tables, and refuses a wrong call. Wants
# TW_SOURCE and TW_WORK.
set -eu
here=$TW_SOURCE/integrations/nuttx
# shellcheck source=/dev/null
. "$here/../rtos_test.sh"

if [ "${1:-}" = figures ]; then
    figures 16 2 6 'has no sched/hrtimer/hrtimer_initialize.c'
    exit 0
fi

unfold "$here/tests/tree.txt" tree
another tree sched/hrtimer/hrtimer_initialize.c 's/g_hrtimer_guard =/g_hrtimer_last =/' 'is NuttX of an unknown version; the edits are for NuttX whose'
another tree sched/hrtimer/hrtimer.h 's/hrtimer_get_first/hrtimer_first/' 'an edit does not fit'
another tree sched/wdog/wd_start.c 's/g_wdactivelist/g_wdlist/' 'an edit does not fit'
another tree sched/wdog/wd_cancel.c 's/list_delete/list_remove/' 'an edit does not fit'
mkdir empty
refused apply.sh 'is no source tree of NuttX' empty
cp -R tree before
sh "$here/apply.sh" tree
refused apply.sh 'has timers over tw already' tree

# run NAME TREE FLAGS: timers_test.c over a tree.
run() {
    name=$1 folder=$2
    shift 2
    cc -std=gnu99 -O1 -Wall -Wextra -Werror "-I$folder/include" "-I$folder/sched" "$@" "$folder"/sched/hrtimer/*.c \
        "$folder"/sched/wdog/*.c "$here/tests/timers_test.c" -o timers_test || fail "$name: not compiled"
    ./timers_test >said || fail "$name: $(cat said)"
    echo "$name: $(cat said)"
}
run 'the lists' before
run 'the lists of the edited tree' tree
run 'the wheel' tree -DCONFIG_WDOG_WHEEL
run 'the heap and the wheel' tree -DCONFIG_WDOG_WHEEL -DCONFIG_HRTIMER_HEAP4 -DCONFIG_HRTIMER_HEAP4_MOST=60
status=0
./timers_test full 2>said || status=$?
[ $status = 134 ] || fail "one timer more than the heap has room for: $status, $(cat said)"

# What Kconfig takes is what the files read.
python=python3
$python -c 'import kconfiglib' 2>/dev/null || python=/usr/bin/python3
$python -c 'import kconfiglib' 2>/dev/null || skip "no kconfiglib here"
# chosen OPTION...: these options, set beside those that they depend on.
chosen() {
    printf 'CONFIG_%s=y\n' SYSTEM_TIME64 HRTIMER "$@" >conf
    (cd tree && $python "$TW_SOURCE/tests/packaging/stubs/kconfig.py" sched/Kconfig ../conf) >said
}
chosen HRTIMER_HEAP4 WDOG_WHEEL || fail "Kconfig: $(cat said)"
for option in 'HRTIMER_HEAP4 y' 'HRTIMER_HEAP4_MOST 64' 'WDOG_WHEEL y'; do
    grep -q "CONFIG_$option" said || fail "Kconfig without $option: $(cat said)"
    grep -rq "CONFIG_${option% *}" tree/sched/hrtimer tree/sched/wdog || fail "$option has no code"
done
! chosen HRTIMER_TREE HRTIMER_HEAP4 || ! grep -q 'CONFIG_HRTIMER_HEAP4 y' said || fail "a heap and a tree"
