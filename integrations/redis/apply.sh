#!/bin/sh
# apply.sh TREE: puts time events over tw into the source tree TREE of Redis 7.0.15. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the time events already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='Redis 7.0.15'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put ae_timers.h src/ae_timers.h
    edit src/ae.c 's/(\naeEventLoop \*aeCreateEventLoop\()/\n#include "ae_timers.h"\n$1/'
    edit src/ae.c 's/\n    eventLoop->timeEventHead = NULL;//'
    edit src/ae.c 's/(aeApiCreate\(eventLoop\) == -1\) goto err;)/$1\n    eventLoop->timeEvents = aeNewTimeEvents();/'
    edit src/ae.c 's/    aeTimeEvent \*next_te.*?\n    \}\n/    aeFreeTimeEvents(eventLoop->timeEvents);\n/s'
    edit src/ae.c 's/\nlong long aeCreateTimeEvent\(.*?(\n\/\* Process every pending time event)/$1/s'
    # An event holds a node for its deadline and one for its identifier.
    edit src/ae.h 's/(#include "monotonic.h"\n)/$1#include <tw\/node.h>\n/'
    edit src/ae.h 's/monotime when;/struct tw_node node;/'
    edit src/ae.h 's/struct aeTimeEvent \*prev;/struct tw_node by_id;/'
    edit src/ae.h 's/aeTimeEvent \*timeEventHead;/struct aeTimeEvents *timeEvents;/'
}

apply 's/^#define REDIS_VERSION "\(.*\)"$/\1/p' src/version.h src/ae_timers.h
