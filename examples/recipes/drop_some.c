/* SPDX-License-Identifier: MIT-0 */
/* Cancelling all timers that answer a question, such as those of one tenant.

   What it teaches: each() must not meet a change, because a heap moves other nodes when
   one leaves. So the walk changes nothing: it chains the objects that shall go, through a
   pointer in them. The chain is cancelled after the walk. This is right over each
   structure, needs no memory, and leaves the order of the others as it was. Each node is
   met once, and each that goes costs one cancel().

       drop_some     eight sessions of two tenants, one of which leaves */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

enum { SESSIONS = 8 };

struct session {
    struct tw_node node;
    int id, tenant;
    struct session *next; /* in the chain of those that shall go */
};

static TW_HEAP4_ARRAY(room, SESSIONS);
static struct timers timers;
static struct session sessions[SESSIONS];

static void idle_too_long(struct tw_node *n, tw_tick now) {
    const struct session *s = TW_OF(n, struct session, node);

    printf("%3lu  session %d of tenant %d ends\n", (unsigned long)now, s->id, s->tenant);
}

/* Cancels the timers of all sessions of a tenant. Returns how many there were. */
static int drop_tenant(int tenant) {
    struct session *gone = NULL;
    struct tw_node *n = NULL;
    int count = 0;

    while ((n = timers_each(&timers, n)) != NULL) {
        struct session *s = TW_OF(n, struct session, node);

        if (s->tenant == tenant) {
            s->next = gone;
            gone = s;
        }
    }
    for (; gone; gone = gone->next)
        count += timers_cancel(&timers, &gone->node);
    return count;
}

int main(void) {
    static const tw_tick dues[SESSIONS] = {90, 20, 20, 70, 40, 20, 70, 10};
    int i;

    timers_init(&timers, 0, room, SESSIONS);
    for (i = 0; i < SESSIONS; i++) {
        sessions[i].id = i;
        sessions[i].tenant = i % 3 == 0 ? 1 : 2;
        tw_node_init(&sessions[i].node, idle_too_long);
        timers_add(&timers, &sessions[i].node, dues[i]);
    }
    printf("  0  %d sessions of tenant 1 are dropped\n", drop_tenant(1));
    printf("  0  %d sessions of tenant 1 are dropped\n", drop_tenant(1));
    timers_advance(&timers, 100);
    return 0;
}
