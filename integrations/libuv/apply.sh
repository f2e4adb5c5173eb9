#!/bin/sh
# apply.sh TREE: puts timers over tw into the source tree TREE of libuv 1.44.2. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the timers already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='libuv 1.44.2'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put timer.c src/timer.c
    put tw_set.h src/tw_set.h
    # A timer handle holds a node in place of the heap's links, the deadline and the arming number, and is as large.
    edit include/uv/unix.h 's/(#define UV_TIMER_PRIVATE_FIELDS)/#include <tw\/node.h>\n$1/'
    edit include/uv/unix.h 's/(UV_TIMER_PRIVATE_FIELDS.*?)void\* heap_node\[3\]; /$1struct tw_node node;/s'
    edit include/uv/unix.h 's/(UV_TIMER_PRIVATE_FIELDS.*?)\n  uint64_t timeout;[^\n]*/$1/s'
    edit include/uv/unix.h 's/(UV_TIMER_PRIVATE_FIELDS.*?uint64_t repeat;)[^\n]*\n  uint64_t start_id;/$1/s'
    # A loop holds its set among the fields that it allocates, zeroed.
    edit src/uv-common.h 's/(struct uv__loop_internal_fields_s \{)/#include "tw_set.h"\n$1\n  struct uv__timers timers;/'
}

apply 's/^#define UV_VERSION_M[AI][JN]OR \([0-9]*\)$/\1./p; s/^#define UV_VERSION_PATCH \([0-9]*\)$/\1/p' \
    include/uv/version.h src/timer.c
