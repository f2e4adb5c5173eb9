#!/bin/sh
# apply.sh TREE: puts ztimer over tw into the source tree TREE of RIOT whose ztimer has clocks on demand. Changes nothing
# and ends with status 2 if the tree is another version, is changed where the edits are made, or has the timers already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='RIOT whose ztimer has clocks on demand'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    header=sys/include/ztimer.h
    put core.c sys/ztimer/core.c
    put tw_set.h sys/include/ztimer/tw_set.h
    edit $header 's/(#ifdef __cplusplus\nextern "C" \{)/#include "ztimer\/tw_set.h"\n\n$1/'
    # A timer holds a node, and what is left of a long delay, in place of a link and an offset.
    edit $header 's/(struct ztimer_base \{\n).*?\n\};/$1    struct tw_node node;\n    uint32_t rest;\n};/s'
    # A clock holds its set in place of the list.
    edit $header 's/(struct ztimer_clock \{\n)[^\n]*ztimer_base_t list;[^\n]*\n/$1    struct ztimer_timers timers;\n/'
    edit $header 's/\n[^\n]*ztimer_base_t \*last;[^\n]*//'
    # One function sets the link of its timer to NULL, or leaves it as it is in earlier trees.
    edit sys/ztimer/util.c 's/(\nint ztimer_msg_receive_timeout\(.*?\sztimer_t t)\b[^;]*;/$1 = { .base = { .rest = 0 } };/s'
}

apply 's/^bool ztimer_acquire(ztimer_clock_t \*clock);$/whose ztimer has clocks on demand/p' sys/include/ztimer.h \
    sys/ztimer/core.c
