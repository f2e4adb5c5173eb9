#!/bin/sh
# apply.sh TREE: puts timeouts over tw into the source tree TREE of lwIP 2.1.3. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the timeouts already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='lwIP 2.1.3'
# shellcheck source=/dev/null
. "$here/../edit.sh"

# Lines may end as on Windows, as Debian's archive has them.
edits() {
    put tw_timeouts.h src/core/tw_timeouts.h
    edit src/core/timeouts.c 's/(#if LWIP_TIMERS && !LWIP_TIMERS_CUSTOM\r?\n).*(\n#else)/$1#include "tw_timeouts.h"$2/s'
    # A timeout holds a node in place of the link and the deadline.
    edit src/include/lwip/timeouts.h 's/(struct sys_timeo \{)/#include <tw\/node.h>\n$1/'
    edit src/include/lwip/timeouts.h 's/struct sys_timeo \*next;\s*u32_t time;/struct tw_node node;/'
    # The unit tests change the head of the list, and read deadlines in it.
    edit src/include/lwip/timeouts.h \
        's/struct sys_timeo\*\* sys_timeouts_get_next_timeout\(void\)/void sys_timeouts_test(int);\nu32_t sys_timeouts_test_due(int)/'
    tests=test/unit/core/test_timers.c
    edit $tests 's/static struct sys_timeo\* old_list_head;//'
    edit $tests 's/struct sys_timeo\*\* list_head = [^\n]*//g'
    edit $tests 's/old_list_head = \*list_head;\s*\*list_head = NULL;/sys_timeouts_test(1);/'
    edit $tests 's/\*list_head = old_list_head;/sys_timeouts_test(0);/'
    # One turns the clock back while a timeout waits.
    edit $tests 's/(do_test_cyclic_timers\(0xfffffff0\);)/sys_timeouts_test(1);\n  $1/'
    edit $tests 's/\(\*list_head\)((->next)*)->time/"sys_timeouts_test_due(" . length($1) \/ 6 . ")"/ge'
}

apply 's/^#define LWIP_VERSION_M[AI][JN]OR *\([0-9]*\)\r*$/\1./p; s/^#define LWIP_VERSION_REVISION *\([0-9]*\)\r*$/\1/p' \
    src/include/lwip/init.h src/core/tw_timeouts.h
