#!/bin/sh
# apply.sh TREE: puts a 4-ary heap for high-resolution timers and a wheel for watchdogs into the source tree TREE of NuttX.
# Changes nothing and ends with status 2 if the tree is another version, is changed where the edits are made, or has them.
# shellcheck disable=SC2016,SC2034,SC2154 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='NuttX whose hrtimers have a guard'
# shellcheck source=/dev/null
. "$here/../edit.sh"
# shellcheck source=/dev/null
. "$here/../../tests/skip.sh"

# either FUNCTION STATEMENT: a function of the queue has another body for CONFIG_HRTIMER_HEAP4.
either() {
    edit sched/hrtimer/hrtimer.h \
        "s/(static inline_function [^\n]*$1\([^\n]*\)\n\{\n)(.*?)\n\}\n/\$1#ifdef CONFIG_HRTIMER_HEAP4\n  return $2;\n#else\n\$2\n#endif\n}\n/s"
}

hrtimers() {
    edit include/nuttx/hrtimer.h 's/#include <sys\/tree\.h>\n/$&#ifdef CONFIG_HRTIMER_HEAP4\n#  include <nuttx\/tw_node.h>\n#endif\n/'
    edit include/nuttx/hrtimer.h \
        's/#ifdef CONFIG_HRTIMER_TREE\ntypedef/#if defined(CONFIG_HRTIMER_HEAP4)\ntypedef struct tw_node      hrtimer_node_t; \/* Heap node *\/\n#elif defined(CONFIG_HRTIMER_TREE)\ntypedef/'
    edit sched/hrtimer/hrtimer.h \
        's/#include "sched\/sched\.h"\n/$&#ifdef CONFIG_HRTIMER_HEAP4\n#  include "hrtimer\/hrtimer_heap4.h"\n#endif\n/'
    either hrtimer_remove 'hrtimer_heap4_remove(hrtimer)'
    either hrtimer_insert 'hrtimer_heap4_insert(hrtimer)'
    either hrtimer_get_first 'hrtimer_heap4_first()'
    start=sched/hrtimer/hrtimer_initialize.c
    edit "$start" 's/#include "hrtimer\/hrtimer\.h"\n/#ifdef CONFIG_HRTIMER_HEAP4\n#  define TW_HEAP4_IMPLEMENTATION\n#endif\n\n$&/'
    edit "$start" 's/(struct hrtimer_s g_hrtimer_guard =\n\{\n)#ifdef CONFIG_HRTIMER_TREE\n/$1#if defined(CONFIG_HRTIMER_HEAP4)\n  TW_NODE(NULL),\n#elif defined(CONFIG_HRTIMER_TREE)\n/'
    edit "$start" 's/#else\n(struct list_node g_hrtimer_list)/#elif !defined(CONFIG_HRTIMER_HEAP4)\n$1/'
    # A first timer that is started again for later leaves the alarm at its own time: another one is the first now.
    start=sched/hrtimer/hrtimer_start.c
    ! grep -qs 'hrtimer_reprogram(hrtimer->expired)' "$tree/$start" ||
        edit "$start" 's/hrtimer_reprogram\(hrtimer->expired\)/hrtimer_reprogram(hrtimer_get_first()->expired)/'
}

# also FILE PATTERN STATEMENTS: CONFIG_WDOG_WHEEL has STATEMENTS where PATTERN fits, behind its first group.
also() {
    edit "$1" "s/$2/\$1#ifdef CONFIG_WDOG_WHEEL\n$3\n#else\n\$2#endif\n/s"
}

watchdogs() {
    edit include/nuttx/wdog.h 's/#include <nuttx\/irq\.h>\n/$&#ifdef CONFIG_WDOG_WHEEL\n#  include <nuttx\/tw_node.h>\n#endif\n/'
    also include/nuttx/wdog.h '()(  struct wdlist_node node;[^\n]*\n)' '  struct tw_node     node;       \/* In the wheel *\/'
    for file in sched/wdog/wd_cancel.c sched/wdog/wd_start.c; do
        edit "$file" 's/#include "wdog\/wdog\.h"\n/$&#include "wdog\/wdog_wheel.h"\n/'
    done
    edit "$file" 's/#include "wdog\/wdog_wheel\.h"\n/#ifdef CONFIG_WDOG_WHEEL\n#  define TW_SMALLWHEEL_IMPLEMENTATION\n#endif\n\n$&/'
    also "$file" '()(  while \(!list_is_empty\(&g_wdactivelist\)\)\n    \{\n.*?list_delete\([^\n]*\n)' \
        '  while ((wdog = wd_wheel_take(ticks)) != NULL)\n    {'
    also "$file" '(\nvoid wd_insert\(FAR struct wdog_s \*wdog.*?\n\{\n)(.*?list_add_before\([^\n]*\n)' \
        '  wd_wheel_insert(wdog, expired);'
    also "$file" '(clock_t wd_timer\(.*?\n\{\n)([^\n]*wdog;\n)' '  tw_tick expired;'
    also "$file" '()(  if \(list_is_empty\(&g_wdactivelist\)\)\n)' '  if (!tw_smallwheel_next(&g_wdwheel, &expired))'
    also "$file" '()(  wdog = list_first_entry\([^\n]*\n  ret = [^\n]*\n)' '  ret = expired - ticks;'
    for file in sched/wdog/wd_cancel.c sched/wdog/wd_start.c; do
        edit "$file" 's/(head =|reassess \|=|reassess \|\|) list_is_head\(&g_wdactivelist, &wdog->node\)/$1 wd_is_head(wdog)/g'
        edit "$file" 's/(wd_is_head\(wdog\);.*?)list_delete\(&wdog->node\)/$1wd_delete(wdog)/s'
    done
    edit "$file" 's/(#else\n  UNUSED.*?)list_delete\(&wdog->node\)/$1wd_delete(wdog)/s'
}

edits() {
    unfold "$here/added.txt" "$staged"
    for header in compiler node verbs heap4 slots smallwheel; do put ../../$header.h include/tw/$header.h; done
    edit sched/Kconfig 's/menu "Clocks and Timers"\n/$&\nsource "sched\/Kconfig.tw"\n/'
    hrtimers
    watchdogs
}

apply 's/^struct hrtimer_s g_hrtimer_guard =$/whose hrtimers have a guard/p' sched/hrtimer/hrtimer_initialize.c \
    sched/hrtimer/hrtimer_heap4.h
