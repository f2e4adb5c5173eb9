/* SPDX-License-Identifier: MIT-0 */
/* chain.h - a list of timers that begins and ends at its head. Given: change nothing here.

   The head is a struct timer that is no timer of yours. It stands before the first timer
   and behind the last one:

       head <-> first <-> ... <-> last <-> head

   An empty chain is a head that leads to itself. Include this file below your struct timer,
   which has two members: struct timer *next, *previous. */
#ifndef CHAIN_H
#define CHAIN_H

static void chain_init(struct timer *head) { head->next = head->previous = head; }

static bool chain_empty(const struct timer *head) { return head->next == head; }

/* Puts t behind the last timer. */
static void chain_append(struct timer *head, struct timer *t) {
    lab_step();
    t->next = head;
    t->previous = head->previous;
    head->previous->next = t;
    head->previous = t;
}

/* Takes t out of its chain, whichever that is. */
static void chain_remove(struct timer *t) {
    lab_step();
    t->previous->next = t->next;
    t->next->previous = t->previous;
}

#endif
