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
    aeTimeEvent *event;

    while ((event = ae_ids_pop(&all->ids)) != NULL)
        zfree(event);
    while ((event = all->deleted) != NULL) {
        all->deleted = event->next;
        zfree(event);
    }
    zfree(all);
}

long long aeCreateTimeEvent(aeEventLoop *eventLoop, long long milliseconds, aeTimeProc *proc,
                            void *clientData, aeEventFinalizerProc *finalizerProc) {
    struct aeTimeEvents *all = eventLoop->timeEvents;
    aeTimeEvent *event = zcalloc(sizeof(*event));

    event->id = eventLoop->timeEventNextId++;
    event->timeProc = proc;
    event->finalizerProc = finalizerProc;
    event->clientData = clientData;
    ae_ids_add(&all->ids, event);
    ae_timers_add(&all->timers, &event->node, getMonotonicUs() + (monotime)(milliseconds * 1000));
    return event->id;
}

int aeDeleteTimeEvent(aeEventLoop *eventLoop, long long id) {
    struct aeTimeEvents *all = eventLoop->timeEvents;
    const aeTimeEvent key = {.id = id};
    aeTimeEvent *event = ae_ids_lower_bound(&all->ids, &key);

    if (event == NULL || event->id != id)
        return AE_ERR;
    ae_ids_cancel(&all->ids, event);
    ae_timers_cancel(&all->timers, &event->node);
    event->id = AE_DELETED_EVENT_ID;
    event->next = all->deleted;
    all->deleted = event;
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
    aeTimeEvent **at = &eventLoop->timeEvents->deleted, *event;

    while ((event = *at) != NULL) {
        if (event->refcount > 0) {
            at = &event->next;
            continue;
        }
        *at = event->next;
        if (event->finalizerProc)
            event->finalizerProc(eventLoop, event->clientData);
        zfree(event);
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
        aeTimeEvent *event = TW_OF(n, aeTimeEvent, node);
        int again;

        event->refcount++;
        again = event->timeProc(eventLoop, event->id, event->clientData);
        event->refcount--;
        processed++;
        if (again == AE_NOMORE)
            aeDeleteTimeEvent(eventLoop, event->id);
        else if (event->id != AE_DELETED_EVENT_ID)
            ae_timers_add(timers, n, getMonotonicUs() + (monotime)again * 1000);
    }
    return processed;
}
