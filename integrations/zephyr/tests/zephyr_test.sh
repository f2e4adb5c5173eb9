#!/bin/sh
# zephyr_test.sh [figures]: apply.sh edits a stand-in for a tree of Zephyr 3.7, and one for a tree with pluggable timeout
# backends, and refuses others. timeouts_test.c passes in both, over each structure. figures: figures.sh prints its table,
# and refuses a wrong call. Wants TW_SOURCE and TW_WORK.
set -eu
here=$TW_SOURCE/integrations/zephyr
# shellcheck source=/dev/null
. "$here/../rtos_test.sh"

if [ "${1:-}" = figures ]; then
    figures 16 5 6 'no pluggable timeout backends'
    exit 0
fi

# A tree of 3.7, whose timeout.c is replaced; and one whose timeout.c, here ours, chooses a backend, and whose static timers have
# a header of their own.
unfold "$here/tests/tree.txt" old
cp -R old new
sed 's/^#include <timeout_custom_queue.h>/#if defined(CONFIG_TIMEOUT_BACKEND_MINHEAP)\n#include "timeout_minheap.h"\n#endif/
    s/SPDX-License-Identifier: MIT-0/a stand-in/' "$here/timeout.c" >new/kernel/timeout.c
mkdir new/include/zephyr/kernel
sed -n '/^#if.*SKIPLIST/,/^#endif/p' old/include/zephyr/kernel.h >new/include/zephyr/kernel/timer.h
sed '/^#if.*SKIPLIST/,/^#endif/c #include <zephyr/kernel/timer.h>' old/include/zephyr/kernel.h >new/include/zephyr/kernel.h
for tree in old new; do cp -R $tree $tree.before; done

another old VERSION 's/^VERSION_MINOR = 7/VERSION_MINOR = 6/' 'is Zephyr 3.6; the edits are for Zephyr 3.7'
another old include/zephyr/kernel_structs.h 's/^struct _timeout {/struct _timeout { int more;/' 'an edit does not fit'
another new kernel/include/timeout_q.h 's/z_init_timeout/z_timeout_init/' 'an edit does not fit'
another new kernel/timeout.c 's/CONFIG_TIMEOUT_BACKEND_MINHEAP/CONFIG_MINHEAP/' 'an edit does not fit'
another new kernel/Kconfig 's/TICKLESS_KERNEL/TICKLESS/' 'an edit does not fit'
mkdir empty
refused apply.sh 'is no source tree of Zephyr' empty

structures='RBTREE SORTEDLIST'
[ -n "${TW_DAY:-}" ] || structures='RBTREE SORTEDLIST HEAP4 SMALLWHEEL HWHEEL'
for tree in old new; do
    sh "$here/apply.sh" $tree
    refused apply.sh 'has timers over tw already' $tree
    for structure in $structures; do
        cc -std=gnu99 -O1 -Wall -Wextra -Werror "-I$tree/include" "-I$tree/kernel/include" "-I$TW_SOURCE/include" \
            "-I$here/include" -DTW_TICK_BITS=64 -DCONFIG_TIMEOUT_BACKEND_CUSTOM "-DCONFIG_TW_KERNEL_$structure" -DCONFIG_TW_KERNEL_MOST=300 \
            $tree/kernel/timeout.c "$here/tests/timeouts_test.c" -o timeouts_test || fail "$structure does not compile"
        ./timeouts_test strict >said || fail "$structure: $(cat said)"
        echo "$tree, $structure: $(tail -n 1 said)"
    done
done

# Each structure of Kconfig is one of timeout_custom_queue.h, and the option wants 64-bit ticks.
python=python3
$python -c 'import kconfiglib' 2>/dev/null || python=/usr/bin/python3
$python -c 'import kconfiglib' 2>/dev/null || skip "no kconfiglib here"
printf 'source "old/kernel/Kconfig"\nsource "%s"\n' "$TW_SOURCE/zephyr/Kconfig" >Kconfig
kconfig() {
    printf 'CONFIG_%s\n' "$@" >conf
    $python "$TW_SOURCE/tests/packaging/stubs/kconfig.py" Kconfig conf >said
}
for structure in RBTREE SORTEDLIST HEAP4 SMALLWHEEL HWHEEL; do
    kconfig TW=y TW_TICK_BITS_64=y TW_KERNEL_TIMEOUTS=y TW_KERNEL_$structure=y || fail "$structure: $(cat said)"
    grep -qx "set(CONFIG_TW_KERNEL_$structure y)" said || fail "$structure is not chosen: $(cat said)"
    grep -q "CONFIG_TW_KERNEL_$structure)" "$here/include/timeout_custom_queue.h" || [ $structure = RBTREE ] || fail "$structure has no code"
done
! kconfig TW=y TW_TICK_BITS_32=y TW_KERNEL_TIMEOUTS=y >/dev/null 2>&1 ||
    ! grep -q 'CONFIG_TW_KERNEL_TIMEOUTS y' said || fail "timeouts with 32-bit ticks"

# With the option, and only with it, the module has the folder of the two headers on the include path.
need cmake
for option in TW TW_KERNEL_TIMEOUTS; do
    {
        echo 'function(zephyr_compile_definitions)'
        echo 'endfunction()'
        # shellcheck disable=SC2016 # CMake's dollar
        printf 'function(zephyr_include_directories folder)\nmessage("${folder}")\nendfunction()\nset(CONFIG_TW y)\n'
        echo "set(CONFIG_$option y)"
        echo "include($TW_SOURCE/zephyr/CMakeLists.txt)"
    } >module.cmake
    cmake -P module.cmake 2>$option
done
[ "$(wc -l <TW)" = 1 ] || fail "the module without the option: $(cat TW)"
[ -f "$(sed -n 2p TW_KERNEL_TIMEOUTS)/timeout_custom.h" ] || fail "the module has no timeout_custom.h: $(cat TW_KERNEL_TIMEOUTS)"
