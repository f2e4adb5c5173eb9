#!/bin/sh
# apply.sh TREE: puts kernel timeouts over tw into the source tree TREE of Zephyr: 3.7, or a tree with pluggable timeout
# backends. Changes nothing and ends with status 2 if the tree is another version, is changed where the edits are made, or
# has the timeouts already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='Zephyr 3.7'
[ ! -f "${1:-}/kernel/timeout.c" ] || ! grep -q 'z_timeout_q_next_expiry' "$1/kernel/timeout.c" ||
    system='Zephyr with pluggable timeout backends'
# shellcheck source=/dev/null
. "$here/../edit.sh"

# either DECLARATION BODY FILE: the function has another body for CONFIG_TW_KERNEL_TIMEOUTS, wherever it is defined.
either() {
    edit "$3" "s/(static inline [^\n]*$1\([^\n]*\)\n\{\n)(.*?)\n\}\n/\$1#ifdef CONFIG_TW_KERNEL_TIMEOUTS\n\t$2\n#else\n\$2\n#endif\n}\n/sg"
}

edits() {
    structs=include/zephyr/kernel_structs.h
    put timeout_tw.h kernel/timeout_tw.h
    # A timeout holds a node in place of its links and its ticks.
    edit $structs 's/(\/\* kernel timeout record)/#ifdef CONFIG_TW_KERNEL_TIMEOUTS\n#include <tw\/node.h>\n#endif\n\n$1/'
    edit $structs 's/(struct _timeout \{\n)(.*?)\n\};/$1#ifdef CONFIG_TW_KERNEL_TIMEOUTS\n\tstruct tw_node node;\n\t_timeout_func_t fn;\n#else\n$2\n#endif\n};/s'
    either z_init_timeout 'tw_node_init(\&to->node, NULL);' kernel/include/timeout_q.h
    either z_is_inactive_timeout 'return tw_idle(\&to->node);' kernel/include/timeout_q.h
    # Static timers need not name the ticks, which are 0. Later trees have them in a header of their own.
    for header in include/zephyr/kernel.h include/zephyr/kernel/timer.h; do
        ! grep -qs '\.dticks = 0' "$tree/$header" || edit $header 's/[ \t]*\.dticks = 0,?[ \t]*\\\n//g'
    done
    if [ "$system" = 'Zephyr 3.7' ]; then
        put timeout.c kernel/timeout.c
    else
        edit kernel/timeout.c 's/#if (defined\(CONFIG_TIMEOUT_BACKEND_MINHEAP\))/#if defined(CONFIG_TW_KERNEL_TIMEOUTS)\n#include "timeout_tw.h"\n#elif $1/'
    fi
}

[ ! -f "$tree/kernel/timeout_tw.h" ] || refuse "$tree has timers over tw already"
if [ "$system" = 'Zephyr 3.7' ]; then
    apply 's/^VERSION_MAJOR = \([0-9]*\)$/\1./p; s/^VERSION_MINOR = \([0-9]*\)$/\1/p' VERSION kernel/timeout.c
else
    apply '/z_timeout_q_next_expiry/{s/.*/with pluggable timeout backends/p;q}' kernel/timeout.c kernel/timeout.c
fi
