#!/bin/sh
# freertos_test.sh [figures]: apply.sh edits a stand-in for a tree of FreeRTOS-Kernel, and refuses others. timers_test.c
# passes over each structure, on a stand-in for the kernel. figures: figures.sh prints its table, and refuses a wrong call.
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/integrations/freertos

fail() {
    echo "FAILED: $*"
    exit 1
}

# refused COMMAND MESSAGE ARGUMENT...
refused() {
    command=$1 message=$2 status=0
    shift 2
    sh "$here/$command" "$@" 2>said || status=$?
    [ $status = 2 ] && grep -qF -- "$message" said || fail "$command, where \"$message\" is due: $status, $(cat said)"
}

if [ "${1:-}" = figures ]; then
    need valgrind
    need arm-none-eabi-gcc
    sh "$here/figures.sh" --help | grep -q 'bytes on a Cortex-M0' || fail "--help"
    refused figures.sh 'COUNT is a number' 8 many
    refused figures.sh 'has no timers.c' --from .
    sh "$here/figures.sh" 8 >table
    cat table
    [ "$(grep -cE '^\| [a-z]+ \|( [1-9][0-9]+ \|){4}$' table)" = 3 ] || fail "another table"
    exit 0
fi

unfold "$here/tests/tree.txt" tree
for version in V10.6.2 V11.0.1 V12.0.0; do
    rm -rf other other.before
    cp -R tree other
    sed "s/V11\.1\.0/$version/" tree/include/task.h >other/include/task.h
    cp -R other other.before
    refused apply.sh "is FreeRTOS-Kernel $version; the edits are for FreeRTOS-Kernel V11.1+" other
    diff -r other other.before || fail "refused, and changed"
done
mkdir empty
refused apply.sh 'is no source tree of FreeRTOS-Kernel' empty
sh "$here/apply.sh" tree
refused apply.sh 'has timers over tw already' tree

structures=sortedlist
[ -n "${TW_DAY:-}" ] || structures='sortedlist rbtree smallwheel'
set -- -std=gnu99 -O1 -Wall -Wextra -Werror -Itree/include "-I$TW_SOURCE/include" -DTW_TICK_BITS=32
for structure in $structures; do
    cc "$@" "-DTW_FREERTOS_SET=$structure" tree/timers.c "$here/tests/timers_test.c" -o timers_test ||
        fail "$structure: not compiled"
    ./timers_test >said || fail "$structure: $(cat said)"
    echo "$structure: $(tail -n 1 said)"
done
cc "$@" -DconfigSUPPORT_STATIC_ALLOCATION=0 -c tree/timers.c -o without.o || fail "without static allocation: not compiled"
