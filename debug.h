/* SPDX-License-Identifier: MIT-0 */
/* debug.h - with -DTW_DEBUG a program that uses a set wrongly is told so, in one line, at
   the call.

   WHAT IT IS
       A timer that does not fire is hard to find: the mistake was made in another file,
       an hour ago. Compile with -DTW_DEBUG, and each set carries a stamp and each armed
       node a mark. Every verb looks at them, and a mistake ends with one line on stderr
       and abort(), so that a debugger shows the call. The line says where the kind of set
       was made, which verb you called, what is wrong and what to do. Without TW_DEBUG
       nothing of this is left: the objects are the same, byte for byte. You need not
       include this header; node.h does when TW_DEBUG is defined.

   DO THIS
       Define TW_DEBUG in all files of the program, and run it. Where a set goes from one
       thread to another on purpose, say so, in either thread: tw_hand_over(&set); it
       leaves the set to the next thread that calls a verb. If several threads use a set
       under a lock of yours, each says so when it has taken the lock. init() leaves a set
       to the first thread that calls a verb. The queues of delayqueue.h are for all
       threads and need nothing.

   A LINE
           server.c:41: idle_add: the node is NULL. Give the address of a node.
       It begins with the line of TW_TIMERS_OF or the like; of compiled verbs with the
       structure, "heap4", or tw_timers. Functions without a set are named alone. Below, X
       is the kind of set, N and M are addresses, A and B numbers.

   MISTAKES
       the set is NULL. Give its address.
       the set is not initialised. Call X_init(), or make it all zero, before its first
           verb.
       the queue is not initialised, or was destroyed. Call X_init() before its first
           verb.
       the set has no room for a single node. Give X_init() an array and the number of its
           elements.
       the set was made with TW_TICK_BITS A, in the file of PLACE; this file has B. Give
           all files the same options.
       the set was made with TW_HWHEEL_FIRST_BITS, _UPPER_BITS and _LEVELS "A", in the
           file of PLACE; this file has "B". Give all files the same options.
       the set was made with A bytes, in the file of PLACE; in this file it has B. Give
           all files the same options.
       the set was moved or copied from N to M while nodes were armed in it. Take them
           out, and arm them where it stays.
       a second thread uses the set. Say tw_hand_over() when it changes hands, or send
           posts to its owner (post.h).
       the node is NULL. Give the address of a node.
       the node N is armed in another set, made at PLACE. Cancel it there first, or give
           each set a node of its own.
       the node N was armed when its set was initialised again, which forgets nodes. Call
           clear() before init().
       the node N was copied from M while it was armed. Cancel it, move its object, and
           arm it again.
       the node N is neither idle nor armed. Before its first use make it all zero or call
           tw_node_init(), and cancel it before its memory is used anew.
       the node N was made idle while it was armed, perhaps by tw_node_init(). Cancel it
           instead.
       the node N was armed for tick A, and holds B: it was written to, or freed. Give the
           new tick to a verb, and cancel the node before its memory goes.
           (Not where objects are kept in an order of yours.)
       the node N was freed or overwritten while it was armed. Cancel it before its memory
           goes.
       a node beside N was overwritten while it was armed, and armed again. Cancel it
           before its memory is used anew.
       a timer is due, and its node has no function. Give it one by tw_node_init(), or
           take timers by expire().
       the clock went back from A to B, as a 32-bit counter does when it wraps. Compile
           with TW_TICK_BITS 32, or count the wraps.
           (64-bit ticks, both below 2^32: back by 2^31 or more.)
       the clock went back from A to B, by more than a quarter of its range. Call
           advance() at least once in a quarter of the range while timers wait.
           (16 and 32-bit ticks.)
       ticks_per_ms is 0. Give at least 1.
       the period is 0. Give at least 1 tick.          tw_forward
       max is 0. Give room for at least one node.      take_batch() of a delay queue
       the inbox or the post is NULL. Give the addresses of both.
       the inbox is NULL. Give its address.
       the post is NULL. Give its address.
       the set refused a post, and nobody hears of it. Give drain() a function for refused
           posts.

   WARNINGS (once a set; the program goes on, and every answer is as it is without
       TW_DEBUG)
       warning: tick A passed B ticks ago. Deadlines are absolute: did you mean now + A?
           (64-bit ticks: A is not 0, below half of now, and 65536 ticks back; narrower:
           an eighth of the range back. Not if A lies behind the last deadline of the
           node: a periodic timer catches up so.)
       warning: the set is full with A nodes, and this one is not armed. Give X_init()
           more room, or look at the answer.
       warning: tick A lies a quarter of the range ahead or more, and the node is not
           armed. Look at the answer, or use wider ticks.

   WHAT IT SEES, AND WHAT NOT
       Marks are looked at where a node is touched anyway: given to a verb, taken out,
       linked beside another, met on the way. A node that was overwritten is found when
       its structure comes by. One that memset() made zero and that was armed again may
       break the structure before that. Freed memory that still holds its old bytes cannot
       be told from a node: free() of many C libraries writes 16 bytes only. Let
       AddressSanitizer watch, which sees more with TW_DEBUG than without. init() of a set
       in use is found when a node that it forgot is given to a verb. No line tells of an
       update() that was forgotten, of nodes that are taken out while each() walks, or of
       what the manuals of delayqueue.h and post.h call your error beside the lines above.
       The ordinary answers of correct programs are no mistakes: cancel of an idle node, a
       clock that steps back a little, a set that init() or storage() gave room for 0, a
       set that is moved while nothing is armed. Before a node is armed its memory may
       hold anything, and its mark is read all the same. valgrind is told so if its
       headers are installed where you compile; without them it reports that read.

   COST
       Six words a node, a set and a structure; some tens of instructions a verb. A
       TW_TRACE of yours is called as a function; your TW_ASSERT is not used, unless
       TW_DEBUG_NO_LIBC is defined.

   OPTIONS
       TW_DEBUG             in all files: init() of a file that has it does not link with
                            a file that has not
       TW_DEBUG_NO_LIBC     no stderr and no abort(): a mistake is TW_ASSERT(false), whose
                            default does nothing. There are no warnings, and threads are
                            not told apart; a debugger shows the verb in tw__call. On Unix
                            the lines want pthread_self(), which older C libraries have in
                            -lpthread. Compilers without a library (__STDC_HOSTED__ 0) get
                            this by themselves. */

/* By itself this header is empty: node.h includes it where the types that it needs are known. */
#if defined(TW_DEBUG) && defined(TW_NODE_H) && !defined(TW_DEBUG_H)
#define TW_DEBUG_H

#if !defined(TW_DEBUG_NO_LIBC) && !(defined(__STDC_HOSTED__) && __STDC_HOSTED__)
#define TW_DEBUG_NO_LIBC
#endif

#if !defined(TW_DEBUG_NO_LIBC)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(_MSC_VER)
#include <errno.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif
#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#endif

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A kind of set, as one file sees it; `of` is the structure. `armed` tells of a set
   whether it has nodes. One that is LOCKED is nobody's, begins with init(), and can never
   move. Objects that are IN_ORDER may change `due`. */
struct tw_kind {
    const char *place, *name, *of, *hwheel;
    unsigned ticks, flags;
    size_t size;
    bool (*armed)(const void *set);
};

enum { TW__KIND_LOCKED = 1, TW__KIND_IN_ORDER = 2 };

#define TW__TEXT(x)  TW__TEXT_(x)
#define TW__TEXT_(x) #x
#define TW__HERE     __FILE__ ":" TW__TEXT(__LINE__)
#define TW__KIND(name, place, of, flags, any)                                        \
    TW__INLINE bool name##__armed(const void *s) { return (void)s, (any); }          \
    TW__TABLE const struct tw_kind name##__kind = {                                  \
        place,        TW__TEXT(name), TW__TEXT(of),        TW__TEXT(TW__HWHEEL_ALL), \
        TW_TICK_BITS, flags,          sizeof(struct name), name##__armed};
#define TW__KIND_OF_SET(name, of)   \
    TW__KIND(name, TW__HERE, of, 0, \
             TW__CONST_IN(name, s)->clock.due || tw__##of##_count(&TW__CONST_IN(name, s)->in))
#define TW__HWHEEL_ALL TW_HWHEEL_FIRST_BITS TW_HWHEEL_UPPER_BITS TW_HWHEEL_LEVELS

/* The first member of each set and structure, so that files with other options find it
   too. All zero: no verb has seen the set yet. */
struct tw_stamp {
    uintptr_t magic;  /* 0 or STAMPED; else the memory never was a set */
    uintptr_t id;     /* of its life from one init() to the next */
    const void *self; /* where the set stood in its last verb */
    /* The kind in the file that initialised the set, or used it first. NULL: it is part
       of a set. */
    const struct tw_kind *kind;
    uintptr_t thread; /* whose the set is; 0: of the next that uses it */
    /* The TW__WARNED_ bits of its warnings. ASKED_FOR_NONE: init() was told to have no
       room. */
    unsigned said;
};

#define TW__STAMPED ((uintptr_t)0x74774F4Bu)

enum { TW__WARNED_PASSED = 1, TW__WARNED_FULL = 2, TW__WARNED_FAR = 4, TW__ASKED_FOR_NONE = 8 };

/* The verb under way; via: the verb that calls it. One for each thread in each file,
   which is enough: a verb and all that it calls are in one file. */
struct tw_call {
    const struct tw_kind *kind;
    const char *verb, *via;
};

/* A number for each thread, where there is a system. All files and plug-ins of a program
   agree on it. */
#if defined(TW_DEBUG_NO_LIBC) || !(defined(__unix__) || defined(__APPLE__) || defined(_MSC_VER))
TW__INLINE uintptr_t tw__debug_thread(void) { return 1; }
#elif defined(_MSC_VER)
TW__INLINE uintptr_t tw__debug_thread(void) { return (uintptr_t)&errno; }
#else
TW__INLINE uintptr_t tw__debug_thread(void) { return (uintptr_t)pthread_self(); }
#endif

/* Where a compiler has no variables for each thread, a line may name the verb of another
   one. */
#if defined(TW_DEBUG_NO_LIBC) || defined(__TINYC__)
#define TW__THREAD_LOCAL
#elif defined(_MSC_VER)
#define TW__THREAD_LOCAL __declspec(thread)
#elif defined(__unix__) || defined(__APPLE__)
#define TW__THREAD_LOCAL __thread
#else
#define TW__THREAD_LOCAL
#endif
static TW__THREAD_LOCAL struct tw_call tw__call TW__ATTRIBUTE(unused);

/* init() of a file with TW_DEBUG does not link with a file without. */
#undef TW__LINK_NAME
#define TW__LINK_NAME(name)             TW__LINK_NAME_BITS(name, TW_TICK_BITS)
#define TW__LINK_NAME_BITS(name, bits)  TW__LINK_NAME_DEBUG(name, bits)
#define TW__LINK_NAME_DEBUG(name, bits) name##_ticks##bits##_debug

/* ------------------------------------------------------------------------------- LINE */

#define TW__ULL(x) ((unsigned long long)(x))

#if defined(TW_DEBUG_NO_LIBC)
#define TW__STOP(...) TW_ASSERT(false)
#define TW__WARN(...) ((void)0)
#else
#define TW__STOP(...) (tw__debug_say("", __VA_ARGS__), abort())
#define TW__WARN(...) tw__debug_say("warning: ", __VA_ARGS__)

/* One write, so that the lines of several threads stay whole. */
TW__ATTRIBUTE(format(printf, 2, 3))

TW__APART void tw__debug_say(const char *what, const char *format, ...) {
    char line[1024];
    const int room = (int)sizeof line - 1; /* without the newline */
    int used =
        snprintf(line, sizeof line - 1, "%s%s%s: %s", tw__call.kind ? tw__call.kind->place : "",
                 tw__call.kind ? ": " : "", tw__call.verb, what);
    va_list list;

    va_start(list, format);
    if (used >= 0 && used < room)
        used += vsnprintf(line + used, (size_t)(room - used), format, list);
    va_end(list);
    used = used >= 0 && used < room ? used : room - 1;
    line[used] = '\n';
    line[used + 1] = '\0';
    (void)fputs(line, stderr);
}
#endif

/* ------------------------------------------------------------------------------- SETS */

TW__INLINE bool tw__debug_same(const char *a, const char *b) {
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

#if TW__GNU && !defined(TW_DEBUG_NO_LIBC)
#define TW__INCREMENTED(word) __atomic_add_fetch(&(word), 1, __ATOMIC_RELAXED)
#else
#define TW__INCREMENTED(word) ++(word)
#endif

/* A number that no other life of a set has. */
TW__INLINE uintptr_t tw__debug_new_id(void) {
    static uintptr_t lives;
    return (uintptr_t)&lives + TW__INCREMENTED(lives) * 4096u;
}

/* A set begins a life, or a structure, with room for n as init() was told; kind is NULL
   for one within a set. */
TW__INLINE void tw__debug_init(void *set, const struct tw_kind *kind, size_t n) {
    struct tw_stamp *s = (struct tw_stamp *)set;

    s->magic = TW__STAMPED;
    s->id = tw__debug_new_id();
    s->self = set;
    s->kind = kind;
    s->thread = 0;
    s->said = n == 0 ? TW__ASKED_FOR_NONE : 0;
}

/* storage() told a set that n is its room, if `stored`. Does it want none? Then it is no
   mistake to be full. */
TW__INLINE void tw__debug_stored(void *set, size_t n, bool stored) {
    struct tw_stamp *s = (struct tw_stamp *)set;

    if (stored)
        s->said = n == 0 ? s->said | TW__ASKED_FOR_NONE : s->said & ~(unsigned)TW__ASKED_FOR_NONE;
}

/* A queue that was destroyed is not initialised any more. */
TW__INLINE void tw__debug_end(void *set) { ((struct tw_stamp *)set)->magic = ~TW__STAMPED; }

/* Do the file that made the set and this one lay it out alike? */
TW__INLINE void tw__debug_options(const struct tw_kind *was, const struct tw_kind *is) {
    if (was->ticks != is->ticks)
        TW__STOP("the set was made with TW_TICK_BITS %u, in the file of %s; this file has %u. Give "
                 "all files the same "
                 "options.",
                 was->ticks, was->place, is->ticks);
    else if (tw__debug_same(is->of, "hwheel") && !tw__debug_same(was->hwheel, is->hwheel))
        TW__STOP("the set was made with TW_HWHEEL_FIRST_BITS, _UPPER_BITS and _LEVELS \"%s\", in "
                 "the file of %s; this "
                 "file has \"%s\". Give all files the same options.",
                 was->hwheel, was->place, is->hwheel);
    else if (was->size != is->size)
        TW__STOP("the set was made with %lu bytes, in the file of %s; in this file it has %lu. "
                 "Give all files the same "
                 "options.",
                 (unsigned long)was->size, was->place, (unsigned long)is->size);
}

/* The set stands at another address than in its last verb. If nothing is armed, it begins
   anew there. */
TW__APART void tw__debug_moved(struct tw_stamp *s, const struct tw_kind *kind) {
    if (kind->armed(s))
        TW__STOP("the set was moved or copied from %p to %p while nodes were armed in it. Take "
                 "them out, and arm them where "
                 "it stays.",
                 s->self, (void *)s);
    s->self = s;
    s->id = tw__debug_new_id();
}

/* The user calls a verb of a set, or of a structure by itself. A set that is all zero
   begins now, and one that no thread uses becomes this thread's. */
TW__INLINE void tw__debug_enter(const void *set, const struct tw_kind *kind, const char *verb) {
    struct tw_stamp *s = (struct tw_stamp *)(uintptr_t)set;
    const uintptr_t thread = tw__debug_thread();

    tw__call.kind = kind;
    tw__call.verb = tw__call.via ? tw__call.via : verb;
    tw__call.via = NULL;
    if (!s) {
        TW__STOP("the set is NULL. Give its address.");
        return;
    }
    if (s->magic == 0 && (kind->flags & TW__KIND_LOCKED) == 0)
        tw__debug_init(s, kind, 1); /* should it need room, init() is what it lacks */
    if (s->magic != TW__STAMPED && (kind->flags & TW__KIND_LOCKED) != 0)
        TW__STOP(
            "the queue is not initialised, or was destroyed. Call %s_init() before its first verb.",
            kind->name);
    else if (s->magic != TW__STAMPED)
        TW__STOP("the set is not initialised. Call %s_init(), or make it all zero, before its "
                 "first verb.",
                 kind->name);
    else if (s->self != s)
        tw__debug_moved(s, kind);
    else if (s->kind && s->kind != kind)
        tw__debug_options(s->kind, kind);
    if ((kind->flags & TW__KIND_LOCKED) != 0 || s->thread == thread)
        return;
    if (s->thread != 0)
        TW__STOP("a second thread uses the set. Say tw_hand_over() when it changes hands, or send "
                 "posts to its owner "
                 "(post.h).");
    s->thread = thread;
}

/* The verb under way calls another one for the user, who called it himself or the one
   that did. */
TW__INLINE void tw__debug_via(const char *verb) {
    tw__call.via = tw__call.via ? tw__call.via : verb;
}

/* Leaves a set to the next thread that calls a verb of it. Without TW_DEBUG nothing. */
#define tw_hand_over(set) tw__debug_hand_over(set)

TW__INLINE void tw__debug_hand_over(void *set) { ((struct tw_stamp *)set)->thread = 0; }

/* ------------------------------------------------------------------------------ NODES

   An armed node has a mark: in which set or structure it is (the due list is the set's
   own), in which life of that, for which tick, and a word that agrees with all but the
   tick. A node that is taken out gets the other word, since it may still be linked.
   tw_node_init() leaves the mark, so that it tells whether the node was armed. */

enum { TW__MARK_ARMED = 0x5A, TW__MARK_OUT = 0xA5 };

TW__INLINE uintptr_t tw__debug_word(const struct tw_mark *m, uintptr_t state) {
    const uintptr_t sum =
        (uintptr_t)m->node + 3 * (uintptr_t)m->in + 5 * m->id + 7 * (uintptr_t)m->kind;

    return (sum ^ TW__STAMPED) * 257u + state;
}

/* n goes into `in`, a structure or the clock of a set, for tick due; from now on it is
   not idle. */
TW__INLINE void tw__debug_arm(void *in, struct tw_node *n, tw_tick due) {
    struct tw_stamp *s = (struct tw_stamp *)in;

    if (s->magic != TW__STAMPED)
        tw__debug_init(s, NULL, 1);
    n->mark.node = n;
    n->mark.in = in;
    n->mark.id = s->id;
    n->mark.kind = tw__call.kind;
    n->mark.due = due;
    n->home = n->home == 0 ? 1 : n->home;
    n->mark.word = tw__debug_word(&n->mark, TW__MARK_ARMED);
}

TW__INLINE bool tw__debug_armed(const struct tw_node *n) {
    return n->mark.node == n && n->mark.word == tw__debug_word(&n->mark, TW__MARK_ARMED);
}

/* n waits, or is due, for this tick from now on. */
TW__INLINE void tw__debug_keyed(struct tw_node *n, tw_tick due) { n->mark.due = due; }

TW__INLINE bool tw__debug_kept(const struct tw_node *n) {
    const struct tw_kind *kind = n->mark.kind;
    return n->due == n->mark.due || (kind && (kind->flags & TW__KIND_IN_ORDER) != 0);
}

/* What stands in n cannot be trusted; nor, perhaps, what it is linked with. If the mark
   is whole, only the deadline is another; tw_node_init() makes that 0. */
TW__APART void tw__debug_overwritten(const struct tw_node *n) {
    if (tw__debug_armed(n) && n->due != n->mark.due && (n->home != 0 || n->due != 0))
        TW__STOP("the node %p was armed for tick %llu, and holds %llu: it was written to, or "
                 "freed. Give the new tick to "
                 "a verb, and cancel the node before its memory goes.",
                 (const void *)n, TW__ULL(n->mark.due), TW__ULL(n->due));
    else
        TW__STOP("the node %p was freed or overwritten while it was armed. Cancel it before its "
                 "memory goes.",
                 (const void *)n);
}

/* n, or NULL, is linked in a structure, or is on its way out of it. */
TW__INLINE void tw__debug_touch(const struct tw_node *n) {
    if (!n)
        return;
    if (n->mark.node != n || n->mark.word != tw__debug_word(&n->mark, TW__MARK_OUT))
        if (!tw__debug_armed(n) || n->home == 0 || !tw__debug_kept(n))
            tw__debug_overwritten(n);
}

/* The user arms n in the set or structure `in`, where it seems to be idle. It is not, if
   its mark tells of this life of `in`. Fresh memory holds anything there: compilers and
   memory checkers are not to mind. */
#if TW__GNU && defined(__has_feature)
#if __has_feature(memory_sanitizer)
__attribute__((no_sanitize("memory")))
#endif
#endif
TW__APART void
tw__debug_idle(const void *in, const struct tw_node *n) {
    const volatile struct tw_mark *v = &n->mark;
    struct tw_mark m;

#if defined(VALGRIND_MAKE_MEM_DEFINED)
    (void)VALGRIND_MAKE_MEM_DEFINED(&n->mark, sizeof n->mark);
#endif
    m.node = v->node;
    m.in = v->in;
    m.kind = v->kind;
    m.id = v->id;
    if (n->home == 0 && m.node == n && m.in == in && m.id == ((const struct tw_stamp *)in)->id &&
        v->word == tw__debug_word(&m, TW__MARK_ARMED))
        TW__STOP("the node %p was made idle while it was armed, perhaps by tw_node_init(). Cancel "
                 "it instead.",
                 (const void *)n);
}

/* n is in the list whose last node is this, and its neighbours know so. */
TW__INLINE void tw__debug_linked(const struct tw_node *last, const struct tw_node *n) {
    const struct tw_node *next, *prev;

    tw__debug_touch(n);
    next = n->u.list.next;
    prev = n->u.list.prev ? n->u.list.prev : last;
    tw__debug_touch(next);
    tw__debug_touch(prev);
    if (!next || prev->u.list.next != n || (n != last && next->u.list.prev != n))
        TW__STOP("a node beside %p was overwritten while it was armed, and armed again. Cancel it "
                 "before its memory is "
                 "used anew.",
                 (const void *)n);
}

/* The same of n, and not NULL, in a list of `in` alone. */
TW__INLINE void tw__debug_listed(const void *in, const struct tw_node *n) {
    tw__debug_touch(n);
    if (n->mark.in != in)
        tw__debug_overwritten(n);
}

/* The user gives n to a verb of the set or structure `in`. */
TW__INLINE void tw__debug_given(const void *in, const struct tw_node *n) {
    const struct tw_stamp *s = (const struct tw_stamp *)in;
    const struct tw_mark *m = n ? &n->mark : NULL;

    if (!m || n->home == 0)
        return;
    if (m->word != tw__debug_word(m, TW__MARK_ARMED))
        TW__STOP("the node %p is neither idle nor armed. Before its first use make it all zero or "
                 "call tw_node_init(), "
                 "and cancel it before its memory is used anew.",
                 (const void *)n);
    else if (m->node != n)
        TW__STOP("the node %p was copied from %p while it was armed. Cancel it, move its object, "
                 "and arm it again.",
                 (const void *)n, m->node);
    else if (m->in != in)
        TW__STOP("the node %p is armed in another set, made at %s. Cancel it there first, or give "
                 "each set a node of "
                 "its own.",
                 (const void *)n, m->kind ? m->kind->place : "?");
    else if (m->id == s->id && !tw__debug_kept(n))
        tw__debug_overwritten(n);
    else if (m->id != s->id)
        TW__STOP("the node %p was armed when its set was initialised again, which forgets nodes. "
                 "Call clear() before "
                 "init().",
                 (const void *)n);
}

/* The same for a set: `clock` has the nodes that are due, `in` those that wait. */
TW__INLINE void tw__debug_mine(const void *clock, const void *in, const struct tw_node *n) {
    tw__debug_given(n && n->home > 1 ? in : clock, n);
}

/* n, or NULL, was taken out. */
TW__INLINE void tw__debug_out(struct tw_node *n) {
    if (!n)
        return;
    if (!tw__debug_armed(n) || !tw__debug_kept(n))
        tw__debug_overwritten(n);
    n->mark.word = tw__debug_word(&n->mark, TW__MARK_OUT);
}

/* What TW_TRACE reports shows most of the nodes that are met on the way. Only the head of
   a tree has no mark, which is linked with home 0. The user's own TW_TRACE comes
   behind. */
TW__INLINE void tw__debug_met(enum tw_event event, const struct tw_node *node) {
    struct tw_node *n = (struct tw_node *)(uintptr_t)node;

    if (event == TW_CANCEL || event == TW_FIRE)
        tw__debug_out(n);
    else if (event != TW_ARM && (event != TW_LINK || n->home != 0))
        tw__debug_touch(n);
}

TW__INLINE void tw__debug_trace(enum tw_event event, const struct tw_node *node, tw_tick tick) {
    struct tw_node *n = (struct tw_node *)(uintptr_t)node;

    (void)event, (void)n, (void)tick;
    TW_TRACE(event, n, tick);
}

#undef TW_TRACE
#define TW_TRACE(event, node, tick) (tw__debug_met(event, node), tw__debug_trace(event, node, tick))

/* ------------------------------------------------------------------- TIME AND ANSWERS */

/* Says a warning that the set at `set` has not given yet. */
TW__INLINE bool tw__debug_first(void *set, unsigned warning) {
    struct tw_stamp *s = (struct tw_stamp *)set;
    const bool first = (s->said & warning) == 0;

    s->said |= warning;
    return first;
}

/* Does due lie behind the last deadline of the node, as when a periodic timer catches
   up? */
TW__INLINE bool tw__debug_goes_on(const struct tw_node *n, tw_tick due) {
    return n->due != 0 &&
           (TW_TICK_BITS == 64 ? n->due < due : (tw_tick)(n->due - due) > TW_TICK_MAX / 2);
}

/* A node is to be armed in the set for tick due; meant: that lies ahead, or the node goes
   on so; beyond: it will be refused. */
TW__INLINE void tw__debug_due(void *set, tw_tick now, tw_tick due, bool meant, bool beyond) {
    const tw_tick late = (tw_tick)(now - due);
    const bool passed = TW_TICK_BITS == 64 ? due != 0 && due < now / 2 && late / 2 >= 0x8000u
                                           : late >= TW_TICK_MAX / 8;

    if (beyond && tw__debug_first(set, TW__WARNED_FAR))
        TW__WARN("tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
                 "Look at the answer, or "
                 "use wider ticks.",
                 TW__ULL(due));
    if (!beyond && !meant && passed && tw__debug_first(set, TW__WARNED_PASSED))
        TW__WARN(
            "tick %llu passed %llu ticks ago. Deadlines are absolute: did you mean now + %llu?",
            TW__ULL(due), TW__ULL(late), TW__ULL(due));
}

/* The structure of a set, or one by itself, is full: with `count` nodes. */
TW__INLINE void tw__debug_full(void *set, size_t count) {
    if (count == 0 && (((const struct tw_stamp *)set)->said & TW__ASKED_FOR_NONE) == 0)
        TW__STOP("the set has no room for a single node. Give %s_init() an array and the number of "
                 "its elements.",
                 tw__call.kind->name);
    else if (tw__debug_first(set, TW__WARNED_FULL))
        TW__WARN("the set is full with %lu nodes, and this one is not armed. Give %s_init() more "
                 "room, or look at the "
                 "answer.",
                 (unsigned long)count, tw__call.kind->name);
}

/* The set's clock, at `was`, is told that it is now. A little step back is no mistake,
   nor is any step of an empty set whose ticks wrap. */
TW__INLINE void tw__debug_back(tw_tick was, tw_tick now, bool any) {
    const tw_tick back = (tw_tick)(was - now), half = (tw_tick)0x80000000u;

    if (TW_TICK_BITS == 64 && now < was && back >= half && was - half < half)
        TW__STOP("the clock went back from %llu to %llu, as a 32-bit counter does when it wraps. "
                 "Compile with "
                 "TW_TICK_BITS 32, or count the wraps.",
                 TW__ULL(was), TW__ULL(now));
    else if (TW_TICK_BITS != 64 && any && back > TW__QUARTER && back <= TW_TICK_MAX / 2)
        TW__STOP("the clock went back from %llu to %llu, by more than a quarter of its range. Call "
                 "advance() at least "
                 "once in a quarter of the range while timers wait.",
                 TW__ULL(was), TW__ULL(now));
}

/* ------------------------------------------------------------------------- ASSERTIONS */

#if !defined(TW_DEBUG_NO_LIBC)
/* An assertion of the headers does not hold: the sentence for it. A function that is no
   verb of a set goes by its own name, or by that in the row. */
TW__APART void tw__debug_assert(const char *condition, const char *function) {
    static const struct {
        const char *condition, *verb, *sentence;
    } row[] = {
        {"n != NULL", NULL, "the node is NULL. Give the address of a node."},
        {"n->fn != NULL", NULL,
         "a timer is due, and its node has no function. Give it one by tw_node_init(), or take "
         "timers by expire()."},
        {"period != 0", NULL, "the period is 0. Give at least 1 tick."},
        {"ticks_per_ms != 0", NULL, "ticks_per_ms is 0. Give at least 1."},
        {"max != 0", NULL, "max is 0. Give room for at least one node."},
        {"q != NULL && p != NULL", "tw_post_arm or tw_post_cancel",
         "the inbox or the post is NULL. Give the addresses of both."},
        {"p != NULL", NULL, "the post is NULL. Give its address."},
        {"q != NULL", "drain", "the inbox is NULL. Give its address."},
        {"refused != NULL", NULL,
         "the set refused a post, and nobody hears of it. Give drain() a function for refused "
         "posts."},
    };

    size_t i;

    if (function[3] != '_') {
        tw__call.kind = NULL;
        tw__call.verb = function;
    }
    for (i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (!tw__debug_same(condition, row[i].condition))
            continue;
        if (row[i].verb && function[3] == '_') {
            tw__call.kind = NULL;
            tw__call.verb = row[i].verb;
        }
        TW__STOP("%s", row[i].sentence);
    }
    TW__STOP("%s does not hold. If no memory was overwritten, that is a mistake of the headers.",
             condition);
}

#undef TW_ASSERT
#define TW_ASSERT(condition) ((condition) ? (void)0 : tw__debug_assert(#condition, __func__))
#endif

TW__END_C

#endif /* TW_DEBUG_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
