/* What stands around a block DO THIS that is a table: objects and their orders. It is
   compiled only. */
#include <tw/bigwheel.h>
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/smallwheel.h>
#include <tw/sortedlist.h>
#include <tw/timers.h>
#include <tw/wheel.h>

struct conn {
    struct tw_node node, idle;
};

struct lamp {
    struct tw_node node;
};

struct place {
    uint64_t distance;
    struct tw_node node;
};

struct job {
    int priority;
    struct tw_node node;
};

struct visit {
    int from;
    struct tw_node node;
};

struct guest {
    int name;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority < b->priority;
}

static bool visit_before(const struct visit *a, const struct visit *b) { return a->from < b->from; }

static bool guest_before(const struct guest *a, const struct guest *b) { return a->name < b->name; }

#include "file.c"

void body(void);

void body(void) {
#include "body.c"
}
