/* SPDX-License-Identifier: MIT-0 */
/* events.h - what the headers report while they work: events, and where in the headers
   the program is. Comes before the headers, whose TW_TRACE it is. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tw_node;

/* A function of the headers, and the line in it that is being executed. */
struct call {
    const char *file;
    int line;
    const char *function;
};

struct event {
    unsigned what; /* an enum tw_event */
    const struct tw_node *n, *with;
    uint64_t tick;
    /* of a cascade: numbers of slots; to is NOWHERE where a wheel passes a timer by */
    size_t from, to;
    struct call here; /* what reported it */
};

#define NOWHERE ((size_t)-1)

#define TW_TRACE(event, set, node, tick) \
    traced(event, node, tick, NULL, __FILE__, __LINE__, __func__)
#define TW__COMPARED(a, key, b) traced(TW_COMPARE, a, key, b, __FILE__, __LINE__, __func__)

void traced(unsigned what, const struct tw_node *n, uint64_t tick, const struct tw_node *with,
            const char *file, int line, const char *function);

/* Counts of the first events by kind, since the last count or undo: what a set refuses,
   and that a callback has returned, is no step of a structure. None is reported or
   counted while they are muted. */
enum { EVENTS = 7 };

extern size_t counted[EVENTS];
extern bool muted;

/* The functions that the program is in, the outermost first. Known where calls.awk has
   gone over the headers: they say when a function is entered and left, and at which lines
   it calls others. */
enum { CALLS = 32 };
extern struct call calls[CALLS];
extern size_t call_depth;

char call_entered(const char *file, int line, const char *function);
void call_left(char *entered);
void call_at(int line, const char *function);

#define TW__DRAW_ENTER                                         \
    char entered __attribute__((cleanup(call_left), unused)) = \
        call_entered(__FILE__, __LINE__, __func__)
#define TW__DRAW_CALL(x) (call_at(__LINE__, __func__), x)

#endif
