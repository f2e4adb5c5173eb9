/* SPDX-License-Identifier: MIT-0 */
/* A server that drops clients who have fallen silent: they beat every 5 s and are dropped
   10 s after the last beat.

   What it teaches: nobody scans the clients. Each has one timer, every beat moves it, and
   what advance() fires is exactly who was silent for too long. Sessions come from a pool
   with a free list and are found by the client's id in a small hash table; the timer lies
   inside the session, so it needs no memory of its own. --wheel puts the same timers into
   wheel.h instead of heap4.h: the set is driven through a table of operations, and not a
   line else changes.

       heartbeat --clients 4          who was dropped and when, and how many beats moved a
                                      timer
       heartbeat --clients 900 --wheel

   Time is simulated, a tick is a second. Client i joins at second i mod 7, beats 1 + i
   mod 5 times, and one in three comes back 15 s after its last beat, for as many beats
   again. */
#define TW_IMPLEMENTATION
#define TW_STATIC
#include <tw/heap4.h>
#include <tw/wheel.h>
#include <tw/timers.h>
#include <stdio.h>
#include <string.h>

enum {
    CLIENTS = 1000,
    POOL = 600,
    BUCKETS = 256,
    SLOTS = 16,
    BEAT = 5,
    SILENCE = 10,
    COMES_BACK = 15
};

struct session {
    unsigned id;
    struct tw_node silence;
    struct session *next; /* in the free list, or in its bucket */
};

static struct session pool[POOL], *unused, *bucket[BUCKETS];
static struct tw_timers timers;
static unsigned long joins, moves, drops, refused;

/* The place that points to the session of id, or where it belongs. */
static struct session **find(unsigned id) {
    struct session **s = &bucket[id % BUCKETS];

    while (*s && (*s)->id != id)
        s = &(*s)->next;
    return s;
}

static void on_silence(struct tw_node *n, tw_tick now) {
    struct session *s = TW_OF(n, struct session, silence), **place = find(s->id);

    printf("%lu s: client %u dropped\n", (unsigned long)now, s->id);
    drops++;
    *place = s->next;
    s->next = unused; /* fired means idle: the session may be used again at once */
    unused = s;
}

static void on_beat(unsigned id, tw_tick now) {
    struct session **place = find(id), *s = *place;

    if (s) {
        moves++;
    } else if (!unused) {
        refused++;
        return;
    } else {
        s = unused;
        unused = s->next;
        s->id = id;
        s->next = NULL;
        *place = s;
        joins++;
    }
    tw_timers_add(&timers, &s->silence, now + SILENCE);
}

/* Does client i beat at this second? The server knows nothing of this. */
static bool beats(unsigned i, tw_tick now) {
    const tw_tick first = i % 7, last = first + BEAT * (i % 5), again = last + COMES_BACK;

    if (i % 3 == 0 && now >= again)
        return now <= again + (last - first) && (now - again) % BEAT == 0;
    return now >= first && now <= last && (now - first) % BEAT == 0;
}

int main(int argc, char **argv) {
    static struct tw_heap4 heap;
    static struct tw_wheel wheel;
    static TW_HEAP4_ARRAY(cells, POOL);
    static TW_WHEEL_ARRAY(slots, SLOTS);
    unsigned clients = 4;
    bool use_wheel = false;
    tw_tick now;
    char rest;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0)
            return puts("usage: heartbeat [--clients 1..1000] [--wheel]") < 0;
        else if (strcmp(argv[i], "--wheel") == 0)
            use_wheel = true;
        else if (strcmp(argv[i], "--clients") != 0 || i + 1 == argc ||
                 sscanf(argv[++i], "%9u%c", &clients, &rest) != 1 || clients < 1 ||
                 clients > CLIENTS)
            return fprintf(stderr, "heartbeat: not understood, --help tells more: %s\n", argv[i]),
                   2;

    if (use_wheel)
        tw_timers_init(&timers, 0, &tw_wheel_ops, &wheel, slots, SLOTS);
    else
        tw_timers_init(&timers, 0, &tw_heap4_ops, &heap, cells, POOL);
    for (size_t i = POOL; i-- > 0; unused = &pool[i]) {
        tw_node_init(&pool[i].silence, on_silence);
        pool[i].next = unused;
    }

    for (now = 0; now < 80; now++) {
        tw_timers_advance(&timers, now);
        for (unsigned i = 0; i < clients; i++)
            if (beats(i, now))
                on_beat(i, now);
    }
    printf("%lu joins, %lu moves, %lu drops, %lu refused, %lu armed\n", joins, moves, drops,
           refused, (unsigned long)tw_timers_count(&timers));
    return 0;
}
