#!/bin/sh
# hints_test.sh CC CXX: in the compiled code of prefetch() each hint of the headers stands as a prefetch of the processor.
# A compiler may take a function of prefetches alone for one without effect, and drop what calls it.
set -eu
cc=$1 cxx=$2
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
case $(uname -m) in
    x86_64) mnemonic=prefetch ;;
    aarch64) mnemonic=prfm ;;
    *) skip "this test knows no assembly of $(uname -m)" ;;
esac
mkdir -p "$TW_WORK"
cd "$TW_WORK"

# Prints how many hints of its own a header gives. Two more, for a node, stand in verbs.h.
hints() { grep -c 'TW__HINT(' "$TW_SOURCE/$1.h" || true; }

bad=0
for x in heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel; do
    at_least=$((2 + $(hints "$x")))
    cat >"$x.c" <<EOF
#include "$x.h"
#include "timers.h"
TW_TIMERS_OF(set, $x)
void hint(const struct set *t, struct tw_node *const *n, const tw_tick *due, size_t count);
void hint(const struct set *t, struct tw_node *const *n, const tw_tick *due, size_t count) {
    set_prefetch(t, n, due, count);
}
EOF
    for compile in "$cc" "$cxx -x c++"; do
        # shellcheck disable=SC2086
        $compile -O2 -I"$TW_SOURCE" -S "$x.c" -o "$x.s"
        found=$(grep -c "^[[:space:]]*$mnemonic" "$x.s" || true)
        echo "$x by $compile: $found prefetches, $at_least hints in the headers"
        [ "$found" -ge "$at_least" ] || bad=1
    done
done
[ $bad -eq 0 ] || { echo "FAILED: hints are missing in the compiled code" >&2; exit 1; }
