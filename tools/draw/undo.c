/* SPDX-License-Identifier: MIT-0 */
#include "undo.h"
#include "words.h"

#include <string.h>

struct region regions[] = {
    {cells, sizeof cells, NULL},
    {lanes, sizeof lanes, NULL},
    {slots, sizeof slots, NULL},
    {&heap, sizeof heap, NULL},
    {&tree, sizeof tree, NULL},
    {&skiplist, sizeof skiplist, NULL},
    {&sortedlist, sizeof sortedlist, NULL},
    {&wheel, sizeof wheel, NULL},
    {&smallwheel, sizeof smallwheel, NULL},
    {&bigwheel, sizeof bigwheel, NULL},
#if COUNTEREXAMPLES
    {early_slots, sizeof early_slots, NULL},
    {&early, sizeof early, NULL},
    {&skynet, sizeof skynet, NULL},
    {&hasty, sizeof hasty, NULL},
    {&backwards, sizeof backwards, NULL},
    {&eager, sizeof eager, NULL},
#endif
    {timer, sizeof timer, NULL},
    {&amid, sizeof amid, NULL},
    {&set, sizeof set, NULL},
};
const size_t region_count = sizeof regions / sizeof regions[0];

/* The bytes that commands changed, and what they were; at is NULL where a command
   begins. */
struct change {
    unsigned char *at, was;
};

static struct change *change;
static size_t changes_room;
size_t changes;

static void change_add(unsigned char *place, unsigned char was) {
    if (changes == changes_room) {
        changes_room = 2 * changes_room + 256;
        change = (struct change *)room(change, changes_room * sizeof *change);
    }
    change[changes].at = place;
    change[changes++].was = was;
}

void remember(void) {
    bool any = false;

    for (struct region *r = regions; r < regions + region_count; r++)
        for (size_t i = memcmp(r->at, r->was, r->size) ? 0 : r->size; i < r->size; i++) {
            unsigned char *now = (unsigned char *)r->at + i;

            if (*now == r->was[i])
                continue;
            if (!any)
                change_add(NULL, 0);
            any = true;
            change_add(now, r->was[i]);
            r->was[i] = *now;
        }
}

bool undo(void) {
    if (changes == 0)
        return false;
    while (change[--changes].at)
        *change[changes].at = change[changes].was;
    for (struct region *r = regions; r < regions + region_count; r++)
        memcpy(r->was, r->at, r->size);
    memset(counted, 0, sizeof counted);
    return true;
}

void undo_begin(void) {
    changes = 0;
    for (struct region *r = regions; r < regions + region_count; r++) {
        if (!r->was)
            r->was = (unsigned char *)room(NULL, r->size);
        memcpy(r->was, r->at, r->size);
    }
}
