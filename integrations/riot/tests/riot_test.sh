#!/bin/sh
# riot_test.sh [figures]: apply.sh edits a stand-in for a tree of RIOT, and refuses others. ztimer_test.c passes over each
# structure, with clocks that always run, run on demand, and block a mode of sleep. figures: figures.sh prints its table,
# and refuses a wrong call. Wants TW_SOURCE and TW_WORK.
set -eu
here=$TW_SOURCE/integrations/riot
# shellcheck source=/dev/null
. "$here/../rtos_test.sh"

if [ "${1:-}" = figures ]; then
    figures 8 3 7 'has no sys/ztimer/core.c'
    exit 0
fi

unfold "$here/tests/tree.txt" tree
another tree sys/include/ztimer.h 's/^bool ztimer_acquire.*//' 'is RIOT of an unknown version; the edits are for RIOT whose'
another tree sys/include/ztimer.h 's/ztimer_base_t list;/ztimer_base_t head;/' 'an edit does not fit'
another tree sys/ztimer/util.c 's/ztimer_t t/ztimer_t other/' 'an edit does not fit'
mkdir empty
refused apply.sh 'is no source tree of RIOT' empty
sh "$here/apply.sh" tree
refused apply.sh 'has timers over tw already' tree

# by day one structure with each kind of clock
structures='sortedlist'
[ -n "${TW_DAY:-}" ] || structures='sortedlist rbtree smallwheel'
for structure in $structures; do
    for module in EXTEND ONDEMAND PM_LAYERED; do
        cc -std=gnu99 -O1 -Wall -Wextra -Werror -Itree/core -Itree/sys/include "-I$TW_SOURCE/include" -DTW_TICK_BITS=32 \
            "-DTW_ZTIMER_SET=$structure" -DMODULE_ZTIMER_EXTEND=1 -DMODULE_ZTIMER_ONDEMAND=0 -DMODULE_PM_LAYERED=0 \
            "-UMODULE_ZTIMER_$module" "-UMODULE_$module" "-DMODULE_ZTIMER_$module=1" "-DMODULE_$module=1" \
            tree/sys/ztimer/core.c tree/sys/ztimer/util.c "$here/tests/ztimer_test.c" -o ztimer_test || fail "$structure, $module: not compiled"
        ./ztimer_test >said || fail "$structure, $module: $(cat said)"
        echo "$structure, $module: $(tail -n 1 said)"
    done
done
