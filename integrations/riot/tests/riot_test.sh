#!/bin/sh
# riot_test.sh [figures]: apply.sh edits a stand-in for a tree of RIOT, and refuses others. ztimer_test.c passes over each
# structure, with clocks that always run, run on demand, and block a mode of sleep. figures: figures.sh prints its table,
# and refuses a wrong call. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/integrations/riot

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
    refused figures.sh 'has no sys/ztimer/core.c' --from .
    sh "$here/figures.sh" 8 >table
    cat table
    [ "$(grep -cE '^\| [a-z]+ \|( [1-9][0-9]+ \|){7}$' table)" = 3 ] || fail "another table"
    exit 0
fi

# another FILE SUBSTITUTION MESSAGE: the tree with one file changed is refused, and stays as it is.
another() {
    rm -rf other other.before
    cp -R tree other
    sed "$2" "tree/$1" >"other/$1"
    ! cmp -s "tree/$1" "other/$1" || fail "nothing to change in $1"
    cp -R other other.before
    refused apply.sh "$3" other
    diff -r other other.before || fail "refused, and changed"
}
unfold "$here/tests/tree.txt" tree
another sys/include/ztimer.h 's/^bool ztimer_acquire.*//' 'is RIOT of an unknown version; the edits are for RIOT whose'
another sys/include/ztimer.h 's/ztimer_base_t list;/ztimer_base_t head;/' 'an edit does not fit'
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
            tree/sys/ztimer/core.c "$here/tests/ztimer_test.c" -o ztimer_test || fail "$structure, $module: not compiled"
        ./ztimer_test >said || fail "$structure, $module: $(cat said)"
        echo "$structure, $module: $(tail -n 1 said)"
    done
done
