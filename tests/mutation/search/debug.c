/* SPDX-License-Identifier: MIT-0 */
/* TW_DEBUG: sets, a structure, a queue of objects and posts, used rightly and wrongly at
   random, each run in a process of its own. The answers are the lines that it says, with
   the numbers of nodes for their addresses, and how it ends. A process that ends by
   itself is compared; one that crashes says so. SEARCH_PLACE is the name of this file. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#if !defined(TW_DEBUG_NO_LIBC)
#define SEARCH_PLAIN
#endif
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

#include "structure.h"
#include "post.h"
#include "timers.h"
#if TW_TICK_BITS == 64 && !defined(TW_DEBUG_NO_LIBC)
#define QUEUE 1
#include "delayqueue.h"
#endif

enum { NODES = 12, ROOM = 8 };

struct object {
    int key;
    struct tw_node node;
};
#if defined(SEARCH_PLACE)
#line 1 SEARCH_PLACE
#endif
TW_TIMERS_OF(set, STRUCTURE)
TW_POSTS_OF(set)
#if defined(QUEUE)
TW_DELAYQUEUE_OF(jobs, STRUCTURE)
static struct jobs jobs;
#endif

static struct set set, other;
static struct OF_STRUCTURE() alone;
static struct object object[NODES];
static struct tw_post post;
static struct tw_posts inbox;
static void *room[4];
static tw_tick now;
static bool careful; /* nobody errs but err() */
static bool crowded; /* many are due */

static void fire(struct tw_node *n, tw_tick when) { (void)n, answer(when); }

static struct set *one(void) {
    return careful ? &set : one_in(60) ? NULL : one_in(5) ? &other : &set;
}

/* Of a third of the nodes, which whoever is careful gives to no other set; or any, or
   none. */
static struct tw_node *any(size_t third) {
    if (careful)
        return &object[third * NODES / 3 + below(NODES / 3)].node;
    return one_in(60) ? NULL : &object[below(NODES)].node;
}

static tw_tick a_due(void) {
    if (crowded && one_in(2))
        return now;
    return (tw_tick)(one_in(30) ? span(TW_TICK_MAX)
                                : now + span(2000) - (now > 500 ? span(400) : 0));
}

/* What a program should not do. A node is overwritten in a word of it, in all, or by a
   copy of another. */
static void err(void) {
    struct tw_node *n = &object[below(NODES)].node;
    uintptr_t words[sizeof *n / sizeof(uintptr_t)];
    static const uintptr_t values[] = {0, 0, 1, 2, 7, 0xA5A5A5A5u, 0x4040404040404040u};

    switch (draw() % 8) {
    case 0:
        memset(n, (int)values[draw() % 7], sizeof *n);
        break;
    case 1:
    case 2:
        memcpy(words, n, sizeof words);
        words[below(sizeof words / sizeof words[0])] = values[draw() % 7];
        memcpy(n, words, sizeof words);
        break;
    case 3:
        n->home = values[draw() % 7];
        break;
    case 4:
        *n = object[below(NODES)].node;
        break;
    case 5:
        set_init(&set, now, room[0], one_in(2) ? ROOM : 0);
        break;
    case 6:
        memset(&set, (int)values[draw() % 7], 40);
        break;
    default:
        now = (tw_tick)(now + span(TW_TICK_MAX));
    }
}

static void act_alone(void) {
    tw_tick due = 0;

    switch (draw() % 4) {
    case 0:
        answer(OF_STRUCTURE(_add)(&alone, any(1), a_due()));
        break;
    case 1:
        answer(OF_STRUCTURE(_cancel)(&alone, any(1)));
        break;
    case 2:
        answer(OF_STRUCTURE(_next)(&alone, &due)), answer(due);
        break;
    default:
        answer(OF_STRUCTURE(_take)(&alone, now) != NULL); /* its clock may go back a little */
    }
}

static void act_post(void) {
    struct tw_posts *q = !careful && one_in(30) ? NULL : &inbox;

    if (one_in(2))
        answer(tw_post_arm(q, !careful && one_in(30) ? NULL : &post, a_due()));
    else
        answer(set_drain(&set, q, NULL));
}

#if defined(QUEUE)
static void act_queue(void) {
    struct tw_node *out[2];

    switch (draw() % 4) {
    case 0:
        answer(jobs_put(&jobs, any(2), one_in(2) ? 0 : TW_TICK_MAX - 5));
        break;
    case 1:
        answer(jobs_cancel(&jobs, any(2)));
        break;
    case 2:
        answer(jobs_take_batch(&jobs, out, careful + below(2), 0));
        break;
    default:
        if (!careful && one_in(9))
            answer(jobs_destroy(&jobs));
        else if (one_in(9))
            jobs_close(&jobs);
    }
}
#else
static void act_queue(void) {}
#endif

/* Asks for times. */
static void act_times(void) {
    tw_tick missed;

    answer(tw_forward(now, (tw_tick)(careful + below(5)), now, &missed));
    answer((uint64_t)set_wait_ms(one(), now, (tw_tick)(careful + below(9))));
}

static void act(void) {
    switch (draw() % 16) {
    case 0:
        answer(set_cancel(one(), any(0)));
        break;
    case 1:
    case 2:
        now = (tw_tick)(now + span(1000));
        answer(
            set_advance(one(), !careful && one_in(40) ? (tw_tick)(now - span(TW_TICK_MAX)) : now));
        break;
    case 3:
        answer(set_expire(one(), now) != NULL);
        break;
    case 4:
        act_alone();
        break;
    case 5:
        act_post();
        break;
    case 6:
        act_queue();
        break;
    case 7:
        act_times();
        break;
    case 8:
        set_clear(one());
        break;
    case 9:
        answer(set_remaining(one(), any(0))), answer(set_pending(one(), any(0)));
        break;
    case 10:
        if (one_in(careful ? 1 : 3))
            err();
        break;
    default:
        answer(set_add(one(), any(0), a_due()));
    }
}

/* The process of a run: its acts, and at the end what it has answered. */
static void misuse(int to) {
    size_t i, acts = 10 + below(120);

    dup2(to, 2);
    alarm(5);
    now = one_in(3) ? a_beginning() : (tw_tick)below(100000);
    memset(object, 0, sizeof object);
    careful = one_in(2);
    crowded = one_in(2);
    if (careful || one_in(2))
        set_init(&set, now, room[0], one_in(30) ? 0 : ROOM);
    set_init(&other, now, room[1], ROOM);
    OF_STRUCTURE(_init)(&alone, now, room[2], ROOM);
#if defined(QUEUE)
    if (careful || !one_in(9))
        answer(jobs_init(&jobs, room[3], ROOM));
#endif
    tw_post_init(&post, fire);
    for (i = 0; i < NODES; i++)
        tw_node_init(&object[i].node, !careful && one_in(60) ? NULL : fire);
    for (i = 0; i < acts; i++)
        act();
    fprintf(stderr, "answers %016llx\n", (unsigned long long)run.answers);
    fflush(stderr);
    _exit(run.trips ? 3 : 0);
}

/* Addresses become the numbers of nodes. */
static void answer_lines(char *text) {
    char *p = text, *end;

    for (; *p; p = end) {
        end = p + 1;
        if (p[0] == '0' && p[1] == 'x') {
            const uintptr_t to = (uintptr_t)strtoull(p, &end, 16), from = (uintptr_t)object;
            answer(to >= from && to < from + sizeof object ? (to - from) : 0xFFFF);
        } else {
            answer((unsigned char)*p);
        }
    }
    if (getenv("SEARCH_TELL"))
        fputs(text, stdout);
}

static void play(void) {
    static char text[1 << 16];
    size_t length = 0;
    ssize_t got;
    int ends[2], status;
    pid_t child;

    if (pipe(ends) || (child = fork()) < 0)
        exit(2);
    if (child == 0)
        misuse(ends[1]);
    close(ends[1]);
    while (length < sizeof text - 1 &&
           (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    answer_lines(text);
    answer(WIFEXITED(status) ? (uint64_t)WEXITSTATUS(status) : 1000 + (uint64_t)WTERMSIG(status));
    if (WIFSIGNALED(status) ? WTERMSIG(status) != SIGABRT : WEXITSTATUS(status) > 3)
        printf("wild ");
}

int main(int argc, char **argv) {
    size_t i;

    for (i = 0; i < 4; i++)
        room[i] = filled(OF_STRUCTURE(_ops).bytes(ROOM), 0);
    printf("room %lu %lu\n", (unsigned long)sizeof set, (unsigned long)sizeof(struct tw_node));
    fflush(stdout);
    return search(argc, argv);
}
