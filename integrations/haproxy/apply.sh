#!/bin/sh
# apply.sh TREE: puts a wait queue over tw into the source tree TREE of HAProxy 2.6.12. Changes nothing and ends with status 2
# if the tree is another version, is changed where the edits are made, or has the queue already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='HAProxy 2.6.12'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put task_wq.h include/haproxy/task_wq.h
    # A task holds a node, and each thread a tree; threads share one more.
    edit include/haproxy/task-t.h 's/struct eb32_node wq;/struct tw_node wq;/'
    edit include/haproxy/task-t.h 's/(#include <import\/ebtree-t.h>\n)/$1#include <haproxy\/task_wq.h>\n/'
    edit include/haproxy/tinfo-t.h 's/struct eb_root timers;/struct tw_rbtree timers;/'
    edit include/haproxy/tinfo-t.h 's/(#include <import\/ebtree-t.h>\n)/$1#include <haproxy\/task_wq.h>\n/'
    edit include/haproxy/task.h 's/struct eb_root timers;/struct tw_rbtree timers;/'
    edit include/haproxy/task.h 's/(__task_queue\(struct task \*task, struct )eb_root/$1tw_rbtree/'
    edit include/haproxy/task.h 's/t->wq\.node\.leaf_p != NULL/!tw_idle(&t->wq)/'
    edit include/haproxy/task.h 's/t->wq\.node\.leaf_p = NULL;/tw_node_init(&t->wq, NULL);/'
    edit include/haproxy/task.h 's/eb32_delete\(&t->wq\)/tw_rbtree_cancel(task_wq_of(t->state), &t->wq)/'
    edit include/haproxy/task.h 's/wq\.key/wq.due/g'
    edit src/task.c 's/(#include <haproxy\/api.h>)/#define TW_IMPLEMENTATION\n#include <haproxy\/task_wq.h>\n$1/'
    edit src/task.c 's/struct eb_root timers;/struct tw_rbtree timers;/'
    edit src/task.c 's/(__task_queue\(struct task \*task, struct )eb_root/$1tw_rbtree/'
    edit src/task.c 's/eb32_insert\(wq, &task->wq\)/tw_rbtree_add(wq, &task->wq, task->wq.due)/'
    edit src/task.c 's/wq\.key/wq.due/g'
    # The first node is the earliest, wherever the clock stands.
    edit src/task.c 's/eb32_lookup_ge\(&((tt->)?timers), now_ms - TIMER_LOOK_BACK\)/tw_rbtree_peek(&$1)/g'
    edit src/task.c 's/eb32_first\(&((tt->|ha_thread_ctx\[i\]\.)?timers)\)/tw_rbtree_first(&$1)/g'
    edit src/task.c 's/eb_is_empty\(&timers\)/(tw_rbtree_count(&timers) == 0)/g'
    edit src/task.c 's/struct eb32_node \*(eb|tmp_wq)\b/struct tw_node *$1/g'
    edit src/task.c 's/eb->key/eb->due/g'
    edit src/task.c 's/eb32_entry\((eb|tmp_wq), struct task, wq\)/TW_OF($1, struct task, wq)/g'
    edit src/debug.c 's/eb_is_empty\(&(ha_thread_ctx\[thr\]\.timers)\)/(tw_rbtree_count(&$1) == 0)/'
    # At the end all tasks go, those of other threads, too.
    edit src/task.c 's/(t = TW_OF\(tmp_wq.*?)eb32_next\(tmp_wq\)(.*)(t = TW_OF\(tmp_wq.*?)eb32_next\(tmp_wq\)/$1tw_rbtree_after(&timers, tmp_wq)$2$3tw_rbtree_after(&ha_thread_ctx[i].timers, tmp_wq);\n\t\t\ttw_rbtree_cancel(&ha_thread_ctx[i].timers, &t->wq)/s'
}

apply '/^[0-9.]*$/p' VERSION include/haproxy/task_wq.h
