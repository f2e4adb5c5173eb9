#!/bin/sh
# apply.sh TREE: puts timers over tw into the source tree TREE of nginx 1.22.1. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the timers already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='nginx 1.22.1'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put ngx_event_timer.c src/event/ngx_event_timer.c
    put ngx_event_timer.h src/event/ngx_event_timer.h
    edit src/event/ngx_event.h 's/(struct ngx_event_s \{)/#include <tw\/node.h>\n\n$1/'
    edit src/event/ngx_event.h 's/ngx_rbtree_node_t   timer;/struct tw_node timer;/'
}

apply 's/^#define NGINX_VERSION  *"\(.*\)"$/\1/p' src/core/nginx.h src/event/ngx_event_timer.h
