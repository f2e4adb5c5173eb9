#!/bin/sh
# apply.sh TREE: lets a module provide the backend of kernel timeouts in the source tree TREE of Zephyr: 3.7, or a tree with
# pluggable timeout backends. Changes nothing and ends with status 2 if the tree is another version, is changed where the
# edits are made, or has the backend already.
# shellcheck disable=SC2016,SC2034,SC2154 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='Zephyr 3.7'
[ ! -f "${1:-}/kernel/timeout.c" ] || ! grep -q 'z_timeout_q_next_expiry' "$1/kernel/timeout.c" ||
    system='Zephyr with pluggable timeout backends'
# shellcheck source=/dev/null
. "$here/../edit.sh"

# either DECLARATION BODY FILE: the function has another body for the backend of a module, wherever it is defined.
either() {
    edit "$3" "s/(static inline [^\n]*$1\([^\n]*\)\n\{\n)(.*?)\n\}\n/\$1#ifdef CONFIG_TIMEOUT_BACKEND_CUSTOM\n\t$2\n#else\n\$2\n#endif\n}\n/sg"
}

edits() {
    structs=include/zephyr/kernel_structs.h
    edit $structs 's/(\/\* kernel timeout record)/#ifdef CONFIG_TIMEOUT_BACKEND_CUSTOM\n#include <timeout_custom.h>\n#endif\n\n$1/'
    edit $structs 's/(struct _timeout \{\n)(.*?)\n\};/$1#ifdef CONFIG_TIMEOUT_BACKEND_CUSTOM\n\tstruct timeout_custom node;\n\t_timeout_func_t fn;\n#else\n$2\n#endif\n};/s'
    either z_init_timeout 'timeout_custom_init(\&to->node);' kernel/include/timeout_q.h
    either z_is_inactive_timeout 'return timeout_custom_is_inactive(\&to->node);' kernel/include/timeout_q.h
    # Static timers need not name the ticks, which are 0. Later trees have them in a header of their own.
    for header in include/zephyr/kernel.h include/zephyr/kernel/timer.h; do
        ! grep -qs '\.dticks = 0' "$tree/$header" || edit $header 's/[ \t]*\.dticks = 0,?[ \t]*\\\n//g'
    done
    if [ "$system" = 'Zephyr 3.7' ]; then
        put timeout.c kernel/timeout.c
    else
        edit kernel/Kconfig 's/\nconfig TICKLESS_KERNEL\n/\nconfig TIMEOUT_BACKEND_CUSTOM\n\tbool\n\thelp\n\t  Hidden option: selected by a module whose <timeout_custom.h> and\n\t  <timeout_custom_queue.h> provide the timeout backend.\n$&/'
        edit kernel/timeout.c 's/#if (defined\(CONFIG_TIMEOUT_BACKEND_MINHEAP\))/#if defined(CONFIG_TIMEOUT_BACKEND_CUSTOM)\n#include <timeout_custom_queue.h>\n#elif $1/'
    fi
}

! grep -qs CONFIG_TIMEOUT_BACKEND_CUSTOM "${1:-}/include/zephyr/kernel_structs.h" || refuse "$tree has timers over tw already"
if [ "$system" = 'Zephyr 3.7' ]; then
    apply 's/^VERSION_MAJOR = \([0-9]*\)$/\1./p; s/^VERSION_MINOR = \([0-9]*\)$/\1/p' VERSION kernel/timeout.c
else
    apply '/z_timeout_q_next_expiry/{s/.*/with pluggable timeout backends/p;q}' kernel/timeout.c kernel/timeout.c
fi
