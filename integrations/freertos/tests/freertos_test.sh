#!/bin/sh
# freertos_test.sh [figures]: apply.sh edits a stand-in for a tree of FreeRTOS-Kernel, and refuses others. timers_test.c
# passes over each structure, on a stand-in for the kernel. figures: figures.sh prints its table, and refuses a wrong call.
# Wants TW_SOURCE and TW_WORK.
set -eu
here=$TW_SOURCE/integrations/freertos
# shellcheck source=/dev/null
. "$here/../rtos_test.sh"

if [ "${1:-}" = figures ]; then
    figures 8 3 4 'has no timers.c'
    exit 0
fi

unfold "$here/tests/tree.txt" tree
for version in V10.6.2 V11.0.1 V12.0.0; do
    another tree include/task.h "s/V11\.1\.0/$version/" \
        "is FreeRTOS-Kernel $version; the edits are for FreeRTOS-Kernel V11.1+"
done
mkdir empty
refused apply.sh 'is no source tree of FreeRTOS-Kernel' empty
sh "$here/apply.sh" tree
refused apply.sh 'has timers over tw already' tree

structures=sortedlist
[ -n "${TW_DAY:-}" ] || structures='sortedlist rbtree smallwheel'
set -- -std=gnu99 -O1 -Wall -Wextra -Werror -Itree/include "-I$TW_SOURCE/include" -DTW_TICK_BITS=32 \
    "-DconfigTIMER_SERVICE_TASK_NAME=\"its task\""
for structure in $structures; do
    cc "$@" "-DTW_FREERTOS_SET=$structure" tree/timers.c "$here/tests/timers_test.c" -o timers_test ||
        fail "$structure: not compiled"
    ./timers_test >said || fail "$structure: $(cat said)"
    echo "$structure: $(tail -n 1 said)"
done
cc "$@" -DconfigSUPPORT_STATIC_ALLOCATION=0 -c tree/timers.c -o without.o || fail "without static allocation: not compiled"
