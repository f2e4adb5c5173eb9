/* SPDX-License-Identifier: MIT-0 */
/* Redis' time events over a set of ours: stands in for the list in src/ae.c, which includes
   this file as apply.sh edits it. A tick is a microsecond. A tree finds the event of an
   identifier. */
#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

/* The structure: -DTW_SET=hwheel, or another that is included here, makes it another. */
#ifndef TW_SET
#define TW_SET rbtree
#endif

TW_TIMERS_OF(ae_timers, TW_SET)

static inline bool ae_id_before(const aeTimeEvent *a, const aeTimeEvent *b) {
    return a->id < b->id;
}

TW_RBTREE_OF(ae_ids, aeTimeEvent, by_id, ae_id_before)

struct aeTimeEvents {
    struct ae_timers timers;
    struct ae_ids ids;    /* the events that are not deleted, those that run among them */
    aeTimeEvent *deleted; /* they are freed at the next turn of the loop, as Redis promises */
};

static struct aeTimeEvents *aeNewTimeEvents(void) { return zcalloc(sizeof(struct aeTimeEvents)); }

static void aeFreeTimeEvents(struct aeTimeEvents *all) {
    aeTimeEvent *te;

    while ((te = ae_ids_pop(&all->ids)) != NULL)
        zfree(te);
    while ((te = all->deleted) != NULL) {
        all->deleted = te->next;
        zfree(te);
    }
    zfree(all);
}

long long aeCreateTimeEvent(aeEventLoop *eventLoop, long long milliseconds, aeTimeProc *proc,
                            void *clientData, aeEventFinalizerProc *finalizerProc) {
    struct aeTimeEvents *all = eventLoop->timeEvents;
    aeTimeEvent *te = zcalloc(sizeof(*te));

    te->id = eventLoop->timeEventNextId++;
    te->timeProc = proc;
    te->finalizerProc = finalizerProc;
    te->clientData = clientData;
    ae_ids_add(&all->ids, te);
    ae_timers_add(&all->timers, &te->node, getMonotonicUs() + (monotime)(milliseconds * 1000));
    return te->id;
}

int aeDeleteTimeEvent(aeEventLoop *eventLoop, long long id) {
    struct aeTimeEvents *all = eventLoop->timeEvents;
    const aeTimeEvent key = {.id = id};
    aeTimeEvent *te = ae_ids_lower_bound(&all->ids, &key);

    if (te == NULL || te->id != id)
        return AE_ERR;
    ae_ids_cancel(&all->ids, te);
    ae_timers_cancel(&all->timers, &te->node);
    te->id = AE_DELETED_EVENT_ID;
    te->next = all->deleted;
    all->deleted = te;
    return AE_OK;
}

static int64_t usUntilEarliestTimer(aeEventLoop *eventLoop) {
    tw_tick due;
    monotime now;

    if (!ae_timers_next(&eventLoop->timeEvents->timers, &due))
        return -1;
    now = getMonotonicUs();
    return now >= due ? 0 : (int64_t)(due - now);
}

/* An event whose function runs stays: an inner loop may have been started by it. */
static void freeDeletedTimeEvents(aeEventLoop *eventLoop) {
    aeTimeEvent **at = &eventLoop->timeEvents->deleted, *te;

    while ((te = *at) != NULL) {
        if (te->refcount > 0) {
            at = &te->next;
            continue;
        }
        *at = te->next;
        if (te->finalizerProc)
            te->finalizerProc(eventLoop, te->clientData);
        zfree(te);
    }
}

static int processTimeEvents(aeEventLoop *eventLoop) {
    struct ae_timers *timers = &eventLoop->timeEvents->timers;
    struct tw_node *n;
    int processed = 0;
    monotime now;

    freeDeletedTimeEvents(eventLoop);
    now = getMonotonicUs();
    while ((n = ae_timers_expire(timers, now)) != NULL) {
        aeTimeEvent *te = TW_OF(n, aeTimeEvent, node);
        int again;

        te->refcount++;
        again = te->timeProc(eventLoop, te->id, te->clientData);
        te->refcount--;
        processed++;
        if (again == AE_NOMORE)
            aeDeleteTimeEvent(eventLoop, te->id);
        else if (te->id != AE_DELETED_EVENT_ID)
            ae_timers_add(timers, n, getMonotonicUs() + (monotime)again * 1000);
    }
    return processed;
}
