/* SPDX-License-Identifier: MIT-0 */
/* debug.h - with -DTW_DEBUG a program that uses a set wrongly is told so, in one line, at
   the call.

   WHAT IT IS
       A timer that does not fire is hard to find: the mistake was made in another file,
       an hour ago. With -DTW_DEBUG, each set and structure carries a stamp: words that
       say who made it, and where it stands. Each armed node carries a mark, which names
       its set. Every verb checks both; tw_timers_prefetch() and tw_x_prefetch() check the
       marks alone.
       At a mistake the program writes one line to stderr and calls abort(), so that a
       debugger shows the call. The line says where the kind of set was made, which verb
       you called, what is wrong and what to do.
       Without TW_DEBUG nothing of this is left: the objects are the same, byte for byte.
       You need not include this header; node.h does when TW_DEBUG is defined.

   DO THIS
       Define TW_DEBUG in all files of the program, and run it. If a set goes from one
       thread to another on purpose, call tw_hand_over(&set) in either thread. Then the
       set belongs to the next thread that calls a verb of it. If several threads use a
       set under a lock of yours, each calls tw_hand_over() when it has taken the lock.
       After init() a set belongs to the first thread that calls a verb. The queues of
       delayqueue.h are for all threads and need no call.

   A LINE
           server.c:41: idle_add: the node is NULL. Give its address.
       The line begins with the file and line of TW_TIMERS_OF or the like, and then names
       the verb. For a compiled verb it begins with "heap4" or the like, tw_timers or
       tw_delayqueue. A function is named alone if it takes no set, or stops before it has
       looked at its set. In the list below, X is the kind of set. N and M are addresses, A
       and B are numbers, and PLACE is the beginning of such a line.

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
       the set was made with TW_SMALLWHEEL_FIRST_BITS, _UPPER_BITS and _LEVELS "A", in the
           file of PLACE; this file has "B". Give all files the same options.
       the set was made with A bytes, in the file of PLACE; in this file it has B. Give
           all files the same options.
       the set was moved or copied from N to M while nodes were armed in it. Take them
           out, and arm them where it stays.
       a second thread uses the set. Say tw_hand_over() when it changes hands, or send
           posts to its owner (post.h).
       the node is NULL. Give its address.
           (The same for an object, a window, a post, an inbox, a timer of a shard, a
           shard, an array of records, a table and its function.)
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
           (Not told of objects that are kept in an order of yours.)
       the node N was freed or overwritten while it was armed. Cancel it before its memory
           goes.
       a node beside N was overwritten while it was armed, and armed again. Cancel it
           before its memory is used anew.
       the node N is not armed, and each() goes on from armed nodes only. Ask for the next
           node before you take one out.
       before(a, a) is true. Compare by <, not by <=: equals leave in the order in which
           they were added.
       the node stands at an odd address. Do not pack its struct, or align it to 2 bytes.
           (Told by rbtree.h.)
       a timer is due, and its node has no function. Give it one by tw_node_init(), or
           take timers by expire().
       the clock went back from A to B, as a 32-bit counter does when it wraps. Compile
           with TW_TICK_BITS 32, or count the wraps.
           (Told with 64-bit ticks, if A and B lie below 2^32, and A - B is 2^31 or more.)
       the clock went back from A to B, by more than a quarter of its range. Call
           advance() at least once in a quarter of the range while timers wait.
           (Told with 16 and 32-bit ticks.)
       ticks_per_ms is 0. Give at least 1.
       the period is 0. Give at least 1 tick. (Told by tw_forward().)
       max is 0. Give room for at least one node. (Told by take_batch() of a delay queue.)
       the set refused a post, and nobody hears of it. Give drain() a function for refused
           posts.
       a callback waits for a cancel: two callbacks could wait for each other. Call
           cancel() there. (Told by cancel_and_wait() of a shard.)
       n is 0. Give the number of records that the array has room for.
           (Told by tw_watch_record().)
       the number is not below the capacity. Grow the table.
       no table has so many timers. tw_table_bytes() is 0.
       the queue is empty. Ask empty() before top(), or call pop().
           (Told by top() of tw.hpp.)
       C does not hold. If no memory was overwritten, that is a mistake of the headers.
           (C is a condition. No mistake of yours is known to end so.)

   WARNINGS (once per set; the program goes on, and every answer is as it is without
       TW_DEBUG)
       warning: tick A passed B ticks ago. Deadlines are absolute: did you mean now + A?
           (64-bit ticks: A is not 0, lies below half of now, and has passed 65536 ticks
           ago or more. Narrower ticks: A has passed an eighth of the range ago or more.
           Not told if A lies after the last deadline of the node: so a periodic timer
           catches up.)
       warning: the set is full with A nodes, and this one is not armed. Give X_init()
           more room, or look at the answer.
       warning: tick A lies a quarter of the range ahead or more, and the node is not
           armed. Look at the answer, or use wider ticks.
       warning: tick A is far from the clock of this set, which is empty and stands at B.
           Call advance() before you arm its first timer. If the tick is meant, use wider
           ticks.
           (Told with 16 and 32-bit ticks, instead of the line before. Also told if A
           passed an eighth of the range ago or more. But if the number A is below a
           quarter of the range, a passed A is more likely a delay. Then the first of
           these warnings is told.)
       warning: delay A is more than half the range, as a number below 0 is: the timer never
           fires. If its time is up, arm it for now.
       warning: tick A lies more than half the range ahead, as a number below 0 does: the
           timer never fires. If its time is up, arm it for now.
           (Both are told with 64-bit ticks. TW_TICK_MAX means "never", and is no mistake.)
       warning: the call was refused twice: a callback of this set has not returned. An
           exception, longjmp() or a loop inside it is the cause. Take timers by expire().
           (Told at the second refused call before the callback returns. It is no mistake,
           because a loop inside a callback is allowed and may end by itself.)
       warning: the set was changed during a walk by each(), which may leave nodes out or
           give them twice. Gather the nodes first, and change the set after the walk.
           (It is no mistake, because most structures bear most changes. If you break off a
           walk and begin a new walk, nothing is said.)
       warning: tick A lies before the last take(), and leaves behind tick B. If their order
           counts, use wheel, heap4, rbtree or skiplist.
           (Told of smallwheel, hwheel and bigwheel that are used alone. init() counts as a
           take().)

   WHAT IT SEES, AND WHAT NOT
       A verb looks at a mark only where it touches the node anyway: the node is given to
       the verb, taken out, linked beside another, or met on the way. So a node that was
       overwritten is found when its structure next touches it. A node that was zeroed and
       armed again may break the structure before it is found. Freed memory that still
       holds its old bytes looks like a node: free() of many C libraries overwrites 16
       bytes only. AddressSanitizer sees such uses, and sees more with TW_DEBUG than
       without. An init() of a set in use is found when a node that it forgot is given to a
       verb. A forgotten update() has no line. Of the errors in the manuals of delayqueue.h
       and post.h, only those above have a line. The ordinary answers of correct programs
       are no mistakes: cancel of an idle node, a clock that steps back a little, a full
       set whose init() or storage() was given room for 0, a set that is moved while
       nothing is armed. A verb that arms a node reads its mark, even if that memory was
       never written. If valgrind's headers are installed where you compile, valgrind is
       told of this read. Without them valgrind reports the read.

   COST
       A node, the clock of a set, and a structure each have six words more where addresses
       have 64 bits. rbtree holds a node, and skiplist a sorted list: they have twelve words
       more. A verb takes some tens of instructions more. A TW_TRACE of yours is called
       from a function of debug.h. Your TW_ASSERT is used only if TW_DEBUG_NO_LIBC is
       defined.

   OPTIONS
       TW_DEBUG             define it in all files of a program or in none: init() of a
                            file with it does not link with a file without it
       TW_DEBUG_NO_LIBC     no stderr and no abort(): a mistake is TW_ASSERT(false), whose
                            default does nothing. There are no warnings, and threads are
                            not told apart; a debugger shows the verb in tw__call. Without
                            this option, TW_DEBUG calls pthread_self() on Unix, which
                            older C libraries have in -lpthread. If the compiler has no
                            library (__STDC_HOSTED__ 0), the option defines itself. */

/* By itself this header is empty: node.h includes it where the types that it needs are
   known. */
#if defined(TW_DEBUG) && defined(TW_NODE_H) && !defined(TW_DEBUG_H)
#define TW_DEBUG_H

#if !defined(TW_DEBUG_NO_LIBC) && !(defined(__STDC_HOSTED__) && __STDC_HOSTED__)
#define TW_DEBUG_NO_LIBC
#endif

#if !defined(TW_DEBUG_NO_LIBC)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* A kind of set, as one file compiles it. `place` is the file and line where the kind was
   made, `name` its name, `of` its structure. Three members describe its layout, for a
   comparison with other files: ticks is TW_TICK_BITS, rings the options of smallwheel.h as
   text, size the bytes. armed() says whether a move of the set is a mistake: the set holds
   nodes, or is LOCKED. `flags` are TW__KIND_ values. */
struct tw_kind {
    const char *place, *name, *of, *rings;
    unsigned ticks, flags;
    size_t size;
    bool (*armed)(const void *set);
};

/* LOCKED: a delay queue, which belongs to no thread, begins with init(), and never moves.
   IN_ORDER: the set holds objects in an order of yours. Then you may change the `due` of a
   node. */
enum { TW__KIND_LOCKED = 1, TW__KIND_IN_ORDER = 2 };

/* TW__HERE is the file and the line. TW__KIND defines name__kind, a kind over the
   structure `of`; `any` is the expression that armed() returns for the set s. */
#define TW__TEXT(x)  TW__TEXT_(x)
#define TW__TEXT_(x) #x
#define TW__HERE     __FILE__ ":" TW__TEXT(__LINE__)
#define TW__KIND(name, place, of, flags, any)                                   \
    TW__INLINE bool name##__armed(const void *s) { return (void)s, (any); }     \
    TW__TABLE const struct tw_kind name##__kind = {                             \
        place,        TW__TEXT(name), TW__TEXT(of),        TW__TEXT(TW__RINGS), \
        TW_TICK_BITS, flags,          sizeof(struct name), name##__armed};
#define TW__RINGS TW_SMALLWHEEL_FIRST_BITS TW_SMALLWHEEL_UPPER_BITS TW_SMALLWHEEL_LEVELS

/* The stamp is the first member of each set and structure, so that files with other
   options find it, too. All zero: no verb has seen the set yet. */
struct tw_stamp {
    uintptr_t magic;  /* 0: new; STAMPED: in use; else destroyed, or never was a set */
    uintptr_t id;     /* the number of its life: an init(), or a move while empty, begins another */
    const void *self; /* where the set stood in its last verb */
    /* The kind in the file that initialised the set, or used it first. NULL: a structure
       that is part of a set. */
    const struct tw_kind *kind;
    uintptr_t thread; /* the owner; 0: the next thread that uses the set */
    /* The TW__WARNED_ bits of warnings that were given. ASKED_FOR_NONE: init() or
       storage() gave room for 0. REFUSED: a call was refused in the callback that runs. */
    unsigned said;
    /* changes: how often nodes came, went or moved, modulo 2^16. walked: the sum of the
       `changes` of set and structure when each() last began a walk. */
    uint16_t changes, walked;
};

#define TW__STAMPED ((uintptr_t)0x74774F4Bu) /* "twOK": other memory hardly holds it */

enum {
    TW__WARNED_PASSED = 1,
    TW__WARNED_FULL = 2,
    TW__WARNED_FAR = 4,
    TW__ASKED_FOR_NONE = 8,
    TW__WARNED_STALE = 16,
    TW__WARNED_NEVER = 32,
    TW__WARNED_STUCK = 64,
    TW__WARNED_WALK = 128,
    TW__WARNED_BEHIND = 256,
    TW__REFUSED = 512
};

/* The verb under way, noted for the line about a mistake. via: the verb that you called,
   while it calls another verb to do its work. Each thread has a variable of this type. With
   gcc and clang on ELF systems, all files share it. Elsewhere each file has its own: if a
   structure whose table stands in another file finds a mistake, the line names no verb. */
struct tw_call {
    const struct tw_kind *kind;
    const char *verb, *via;
};

/* Returns a number that no other thread has. All files and plug-ins of a program agree on
   it. Without a system whose threads are known, all threads have 1. */
#if defined(TW_DEBUG_NO_LIBC) || !(defined(__unix__) || defined(__APPLE__) || defined(_MSC_VER))
TW__INLINE uintptr_t tw__debug_thread(void) { return 1; }
#elif defined(_MSC_VER)
TW__INLINE uintptr_t tw__debug_thread(void) { return (uintptr_t)&errno; }
#else
TW__INLINE uintptr_t tw__debug_thread(void) { return (uintptr_t)pthread_self(); }
#endif

/* Gives each thread a variable of its own. Where a compiler cannot do so, a line may name
   the verb of another thread. */
#if defined(TW_DEBUG_NO_LIBC) || defined(__TINYC__)
#define TW__THREAD_LOCAL
#elif defined(_MSC_VER)
#define TW__THREAD_LOCAL __declspec(thread)
#elif defined(__unix__) || defined(__APPLE__)
#define TW__THREAD_LOCAL __thread
#else
#define TW__THREAD_LOCAL
#endif
#if TW__GNU && defined(__ELF__)
extern TW__HIDDEN TW__THREAD_LOCAL struct tw_call tw__call;
TW__ATTRIBUTE(__weak__) TW__HIDDEN TW__THREAD_LOCAL struct tw_call tw__call;
#else
static TW__THREAD_LOCAL struct tw_call tw__call TW__ATTRIBUTE(__unused__);
#endif

/* ------------------------------------------------------------------------------- LINE */

#define TW__ULL(x) ((unsigned long long)(x))

/* STOP ends the program with a line; WARN writes a line and goes on. Without a C library
   STOP is an assertion, and WARN does nothing. */
#if defined(TW_DEBUG_NO_LIBC)
#define TW__STOP(...) TW_ASSERT(false)
#define TW__WARN(...) ((void)0)
#else
#define TW__STOP(...) (tw__debug_say("", __VA_ARGS__), abort())
#define TW__WARN(...) tw__debug_say("warning: ", __VA_ARGS__)

/* Writes a line: place, verb, `what`, and the text. It is written at once, so that the
   lines of several threads stay whole. A text that is too long is cut. */
TW__APART TW__ATTRIBUTE(__format__(__printf__, 2, 3)) void tw__debug_say(const char *what,
                                                                         const char *format, ...) {
    char line[1024];
    const int room = (int)sizeof line - 1; /* without the newline */
    int length =
        snprintf(line, sizeof line - 1, "%s%s%s: %s", tw__call.kind ? tw__call.kind->place : "",
                 tw__call.kind ? ": " : "", tw__call.verb ? tw__call.verb : "a structure", what);
    va_list list;

    va_start(list, format);
    if (length >= 0 && length < room)
        length += vsnprintf(line + length, (size_t)(room - length), format, list);
    va_end(list);
    length = length >= 0 && length < room ? length : room - 1;
    line[length] = '\n';
    line[length + 1] = '\0';
    (void)fputs(line, stderr);
}
#endif

/* ------------------------------------------------------------------------------- SETS */

/* Says whether two strings are equal. The loop ends at the first difference, or where
   both end. */
TW__INLINE bool tw__debug_same(const char *a, const char *b) {
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

/* Adds 1 to the word and gives the sum. This is atomic with gcc and clang where there is
   a C library. */
#if TW__GNU && !defined(TW_DEBUG_NO_LIBC)
#define TW__INCREMENTED(word) __atomic_add_fetch(&(word), 1, __ATOMIC_RELAXED)
#else
#define TW__INCREMENTED(word) ++(word)
#endif

/* Returns a number for a new life of a set. Each file counts for itself: the address of
   the counter tells the numbers of two files apart. By steps of 4096, two numbers meet only
   if their counters lie a multiple of 4096 bytes apart. */
TW__INLINE uintptr_t tw__debug_new_id(void) {
    static uintptr_t lives;
    return (uintptr_t)&lives + TW__INCREMENTED(lives) * 4096u;
}

/* Stamps a set, or a structure within a set, as its life begins. n is the room that init()
   was given: if n is 0, a full set is no mistake. kind is NULL for a structure within a
   set. */
TW__INLINE void tw__debug_init(void *set, const struct tw_kind *kind, size_t n) {
    struct tw_stamp *s = (struct tw_stamp *)set;

    s->magic = TW__STAMPED;
    s->id = tw__debug_new_id();
    s->self = set;
    s->kind = kind;
    s->thread = 0;
    s->said = n == 0 ? TW__ASKED_FOR_NONE : 0;
    s->changes = s->walked = 0;
}

/* Does what init() does first: begins a life of the set. kind is NULL for a structure
   within a set, whose init() you did not call. */
TW__INLINE void tw__debug_begin(void *set, const struct tw_kind *kind, size_t n, const char *verb) {
    tw__call.via = NULL;
    if (set) {
        tw__debug_init(set, kind, n);
        return;
    }
    tw__call.kind = kind;
    tw__call.verb = verb;
    TW__STOP(TW__NULL("set"));
}

/* If storage() has answered true (`stored`), notes the room that storage() gave: if n is
   0, a full set is no mistake. Returns `stored`. */
TW__INLINE bool tw__debug_stored(void *set, size_t n, bool stored) {
    struct tw_stamp *s = (struct tw_stamp *)set;

    if (stored)
        s->said = n == 0 ? s->said | TW__ASKED_FOR_NONE : s->said & ~(unsigned)TW__ASKED_FOR_NONE;
    return stored;
}

/* Marks a queue as destroyed, so that its next verb is a mistake until init(). */
TW__INLINE void tw__debug_end(void *set) { ((struct tw_stamp *)set)->magic = ~TW__STAMPED; }

/* Stops if the set has another layout in this file than in the file that made it. */
TW__INLINE void tw__debug_options(const struct tw_kind *was, const struct tw_kind *is) {
    if (was->ticks != is->ticks)
        TW__STOP("the set was made with TW_TICK_BITS %u, in the file of %s; this file has %u. "
                 "Give all files the same options.",
                 was->ticks, was->place, is->ticks);
    else if (tw__debug_same(is->of, "smallwheel") && !tw__debug_same(was->rings, is->rings))
        TW__STOP("the set was made with TW_SMALLWHEEL_FIRST_BITS, _UPPER_BITS and _LEVELS \"%s\", "
                 "in the file of %s; this file has \"%s\". Give all files the same options.",
                 was->rings, was->place, is->rings);
    else if (was->size != is->size)
        TW__STOP("the set was made with %lu bytes, in the file of %s; in this file it has %lu. "
                 "Give all files the same options.",
                 (unsigned long)was->size, was->place, (unsigned long)is->size);
}

/* Stops if nodes are armed in a set that stands at another address than in its last verb.
   If none is armed, the set begins a new life at its new address. */
TW__APART void tw__debug_moved(struct tw_stamp *s, const struct tw_kind *kind) {
    if ((kind->armed)(s))
        TW__STOP("the set was moved or copied from %p to %p while nodes were armed in it. "
                 "Take them out, and arm them where it stays.",
                 s->self, (void *)s);
    s->self = s;
    s->id = tw__debug_new_id();
}

/* Checks a set, or a structure by itself, for which the user calls a verb, and notes the
   call. A set that is all zero begins its first life. A set that no thread owns becomes
   this thread's. */
TW__INLINE void tw__debug_enter(const void *set, const struct tw_kind *kind, const char *verb) {
    struct tw_stamp *s = (struct tw_stamp *)(uintptr_t)set;
    const uintptr_t thread = tw__debug_thread();

    tw__call.kind = kind;
    tw__call.verb = tw__call.via ? tw__call.via : verb;
    tw__call.via = NULL;
    if (!s) {
        TW__STOP(TW__NULL("set"));
        return;
    }
    if (s->magic == 0 && (kind->flags & TW__KIND_LOCKED) == 0)
        tw__debug_init(s, kind, 1); /* 1: as if room was given, so that a full set is told */
    if (s->magic != TW__STAMPED && (kind->flags & TW__KIND_LOCKED) != 0)
        TW__STOP(
            "the queue is not initialised, or was destroyed. Call %s_init() before its first verb.",
            kind->name);
    else if (s->magic != TW__STAMPED)
        TW__STOP("the set is not initialised. "
                 "Call %s_init(), or make it all zero, before its first verb.",
                 kind->name);
    else if (s->self != s)
        tw__debug_moved(s, kind);
    else if (s->kind && s->kind != kind)
        tw__debug_options(s->kind, kind);
    if ((kind->flags & TW__KIND_LOCKED) != 0 || s->thread == thread)
        return;
    if (s->thread != 0)
        TW__STOP("a second thread uses the set. "
                 "Say tw_hand_over() when it changes hands, or send posts to its owner (post.h).");
    s->thread = thread;
}

/* Notes that a verb calls another one to do its work. Lines name the outermost verb,
   which the user called. */
TW__INLINE void tw__debug_via(const char *verb) {
    tw__call.via = tw__call.via ? tw__call.via : verb;
}

/* Leaves a set to the next thread that calls a verb of it. Without TW_DEBUG it does
   nothing. */
#define tw_hand_over(set) tw__debug_hand_over(set)

TW__INLINE void tw__debug_hand_over(void *set) { ((struct tw_stamp *)set)->thread = 0; }

/* ------------------------------------------------------------------------------ NODES

   An armed node has a mark (struct tw_mark of node.h). The mark names the node, its tick,
   and its holder with the holder's life and kind. (A node on the due list is held by the
   set, any other node by the structure.) `word` is a checksum of all but the tick. A node
   that is taken out gets another checksum, which touch accepts: old neighbours may still
   be linked with it. tw_node_init() keeps the mark, which tells whether the node was armed.

   Who calls which check, in the life of a node:

       given      a verb, with the node that you gave it; mine and hinted do the same for
                  sets and for prefetch()
       idle       the same, to see whether the node was made idle while it was armed
       comes      a structure that takes a node in: given, idle, then arm
       arm        writes the mark; keyed writes its tick alone
       touch      a structure, with a node that it meets or links: called by TW__MET, and
                  by tw__debug_met() for most events of TW_TRACE
       linked     a list, with a node and both neighbours
       listed     the due list, with a node that only this list can have
       out        a set or structure that has taken a node out: marks the node as out

   armed asks whether the mark is whole; kept, whether n->due is the tick of the mark. */

enum { TW__MARK_ARMED = 0x5A, TW__MARK_OUT = 0xA5 };

/* Returns the checksum of a mark. state: ARMED, or OUT for a node that was taken out. */
TW__INLINE uintptr_t tw__debug_word(const struct tw_mark *m, uintptr_t state) {
    const uintptr_t sum =
        (uintptr_t)m->node + 3 * (uintptr_t)m->in + 5 * m->id + 7 * (uintptr_t)m->kind;

    return (sum ^ TW__STAMPED) * 257u + state;
}

/* Marks n as armed for tick due. `in` is its structure, or the clock of its set. If that
   was made all zero, it has no stamp yet: its life begins here. Sets `home` to 1 if it is
   0, because a linked node that looks idle counts as overwritten. */
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
    s->changes++;
    n->mark.word = tw__debug_word(&n->mark, TW__MARK_ARMED);
}

/* Says whether the mark is that of an armed node, and n has not been copied. */
TW__INLINE bool tw__debug_armed(const struct tw_node *n) {
    return n->mark.node == n && n->mark.word == tw__debug_word(&n->mark, TW__MARK_ARMED);
}

/* Notes in the mark that n is armed for tick due from now on. */
TW__INLINE void tw__debug_keyed(struct tw_node *n, tw_tick due) { n->mark.due = due; }

/* Says whether n->due is the tick for which n was armed. In an order of objects it may
   differ. */
TW__INLINE bool tw__debug_kept(const struct tw_node *n) {
    const struct tw_kind *kind = n->mark.kind;
    return n->due == n->mark.due || (kind && (kind->flags & TW__KIND_IN_ORDER) != 0);
}

/* Stops because n was overwritten: its contents and perhaps its links cannot be trusted.
   If the mark is whole and only the deadline differs, the line tells both ticks. If
   `home` is 0, tw_node_init() has written to n, and the line tells no ticks. */
TW__APART void tw__debug_overwritten(const struct tw_node *n) {
    if (tw__debug_armed(n) && n->due != n->mark.due && n->home != 0)
        TW__STOP("the node %p was armed for tick %llu, and holds %llu: it was written to, or "
                 "freed. Give the new tick to a verb, and cancel the node before its memory goes.",
                 (const void *)n, TW__ULL(n->mark.due), TW__ULL(n->due));
    else
        TW__STOP("the node %p was freed or overwritten while it was armed. "
                 "Cancel it before its memory goes.",
                 (const void *)n);
}

/* Checks n, which is linked in a structure or on its way out of it. n may be NULL. */
TW__INLINE void tw__debug_touch(const struct tw_node *n) {
    if (!n)
        return;
    if (n->mark.node != n || n->mark.word != tw__debug_word(&n->mark, TW__MARK_OUT))
        if (!tw__debug_armed(n) || n->home == 0 || !tw__debug_kept(n))
            tw__debug_overwritten(n);
}

/* Stops if n seems idle, but its mark says that it is armed in this life of `in`. `in` is
   the set or structure whose verb is to arm n. The mark of a new node may be memory that
   was never written: compilers and memory checkers are told to allow this read. */
#if TW__GNU && defined(__has_feature)
#if __has_feature(memory_sanitizer)
__attribute__((__no_sanitize__("memory")))
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
        TW__STOP("the node %p was made idle while it was armed, perhaps by tw_node_init(). "
                 "Cancel it instead.",
                 (const void *)n);
}

/* Checks n, a node of the list that ends with `last`, and its neighbours, which must be
   linked with n. */
TW__INLINE void tw__debug_linked(const struct tw_node *last, const struct tw_node *n) {
    const struct tw_node *next, *prev;

    tw__debug_touch(n);
    next = n->u.list.next;
    prev = n->u.list.prev ? n->u.list.prev : last;
    tw__debug_touch(next);
    tw__debug_touch(prev);
    if (!next || prev->u.list.next != n || (n != last && next->u.list.prev != n))
        TW__STOP("a node beside %p was overwritten while it was armed, and armed again. "
                 "Cancel it before its memory is used anew.",
                 (const void *)n);
}

/* Checks n, which is not NULL and in a list that only `in` has. */
TW__INLINE void tw__debug_listed(const void *in, const struct tw_node *n) {
    tw__debug_touch(n);
    if (n->mark.in != in)
        tw__debug_overwritten(n);
}

/* Checks n, which the user gives to a verb of the set or structure `in`. n must be idle,
   or armed there. NULL is left to TW__NEEDS. */
TW__INLINE void tw__debug_given(const void *in, const struct tw_node *n) {
    const struct tw_stamp *s = (const struct tw_stamp *)in;
    const struct tw_mark *m = n ? &n->mark : NULL;

    if (!m || n->home == 0)
        return;
    if (m->word != tw__debug_word(m, TW__MARK_ARMED))
        TW__STOP("the node %p is neither idle nor armed. "
                 "Before its first use make it all zero or call tw_node_init(), and cancel it "
                 "before its memory is used anew.",
                 (const void *)n);
    else if (m->node != n)
        TW__STOP("the node %p was copied from %p while it was armed. "
                 "Cancel it, move its object, and arm it again.",
                 (const void *)n, m->node);
    else if (m->in != in)
        TW__STOP("the node %p is armed in another set, made at %s. "
                 "Cancel it there first, or give each set a node of its own.",
                 (const void *)n, m->kind ? m->kind->place : "?");
    else if (m->id == s->id && !tw__debug_kept(n))
        tw__debug_overwritten(n);
    else if (m->id != s->id)
        TW__STOP("the node %p was armed when its set was initialised again, which forgets nodes. "
                 "Call clear() before init().",
                 (const void *)n);
}

/* Checks n, which comes into the structure `in` or moves there, and marks it as armed for
   tick due. */
TW__INLINE void tw__debug_comes(void *in, struct tw_node *n, tw_tick due) {
    tw__debug_given(in, n);
    tw__debug_idle(in, n);
    tw__debug_arm(in, n, due);
}

/* Does for a set what given() does. A node that waits must be in the structure `in`. A
   node on the due list must be in the set, whose address is that of its clock. */
TW__INLINE void tw__debug_mine(const void *clock, const void *in, const struct tw_node *n) {
    tw__debug_given(n && n->home > 1 ? in : clock, n);
}

/* Notes the call of a prefetch() that is compiled where the kind of its set is not known.
   The kind stands in the stamp of the set. */
TW__INLINE void tw__debug_hint(const void *set, const char *verb) {
    tw__call.kind = set ? ((const struct tw_stamp *)set)->kind : NULL;
    tw__call.verb = verb;
    if (!set)
        TW__STOP(TW__NULL("set"));
}

/* Checks the node that you give to TW_OF. */
TW__INLINE void tw__debug_around(const void *n) {
    if (n)
        return;
    tw__call.kind = NULL;
    tw__call.verb = "TW_OF";
    TW__STOP(TW__NULL("node"));
}

/* Checks the nodes that the user gives to prefetch() of a set. For a structure by itself,
   clock and `in` are the same address. */
TW__APART void tw__debug_hinted(const void *clock, const void *in, struct tw_node *const *nodes,
                                size_t count) {
    size_t i;

    for (i = 0; i < count; i++) {
        if (!nodes[i])
            TW__STOP(TW__NULL("node"));
        tw__debug_mine(clock, in, nodes[i]);
    }
}

/* Counts a change of the set or structure that holds n. */
TW__INLINE void tw__debug_changed(const struct tw_node *n) {
    ((struct tw_stamp *)(uintptr_t)n->mark.in)->changes++;
}

/* Checks n, which was taken out, and marks it as out. n may be NULL. */
TW__INLINE void tw__debug_out(struct tw_node *n) {
    if (!n)
        return;
    if (!tw__debug_armed(n) || !tw__debug_kept(n))
        tw__debug_overwritten(n);
    n->mark.word = tw__debug_word(&n->mark, TW__MARK_OUT);
    tw__debug_changed(n);
}

/* Checks a node that TW_TRACE reports: so most nodes that a structure meets are checked.
   A node that was taken out is marked as out. Not checked are a node that is being armed,
   whose mark comes later; the head of a tree, which LINK reports, and whose `home` is 0;
   and nodes of TW_RETURN and TW_REFUSE. Your own TW_TRACE is called afterwards. */
TW__INLINE void tw__debug_met(enum tw_event event, const struct tw_node *node) {
    struct tw_node *n = (struct tw_node *)(uintptr_t)node;

    if (event == TW_CANCEL || event == TW_FIRE)
        tw__debug_out(n);
    else if (event != TW_ARM && event <= TW_LINK && (event != TW_LINK || n->home != 0))
        tw__debug_touch(n);
    if (event == TW_CASCADE)
        tw__debug_changed(n);
}

/* Calls your own TW_TRACE, the macro as it is defined here. Below, TW_TRACE becomes a
   macro of debug.h, which calls this function. */
TW__INLINE void tw__debug_trace(enum tw_event event, const struct tw_clock *set,
                                const struct tw_node *node, tw_tick tick) {
    struct tw_node *n = (struct tw_node *)(uintptr_t)node;

    (void)event, (void)set, (void)n, (void)tick;
    TW_TRACE(event, set, n, tick);
}

#undef TW_TRACE
#define TW_TRACE(event, set, node, tick) \
    (tw__debug_met(event, node), tw__debug_trace(event, set, node, tick))

/* ------------------------------------------------------------------- TIME AND ANSWERS */

/* Says whether the set at `set` has not given this warning yet, and notes it as given. */
TW__INLINE bool tw__debug_first(void *set, unsigned warning) {
    struct tw_stamp *s = (struct tw_stamp *)set;
    const bool first = (s->said & warning) == 0;

    s->said |= warning;
    return first;
}

/* Says whether due lies after the last deadline of the node, as when a periodic timer
   catches up. A due of 0 counts as no deadline. */
TW__INLINE bool tw__debug_goes_on(const struct tw_node *n, tw_tick due) {
    return n->due != 0 &&
           (TW_TICK_BITS == 64 ? n->due < due : (tw_tick)(n->due - due) > TW_TICK_MAX / 2);
}

/* Warns if a delay is more than half the range, so that the timer never fires: it is
   probably a number below 0. The last tick means "never", and is no mistake. Warns with
   64-bit ticks alone: with narrower ones the set refuses such a delay. */
TW__INLINE void tw__debug_delay(void *set, tw_tick delay) {
    if (TW_TICK_BITS == 64 && delay > TW_TICK_MAX / 2 && delay != TW_TICK_MAX &&
        tw__debug_first(set, TW__WARNED_NEVER))
        TW__WARN("delay %llu is more than half the range, as a number below 0 is: the timer never "
                 "fires. If its time is up, arm it for now.",
                 TW__ULL(delay));
}

/* Does the same for a deadline: due lies ahead of now. */
TW__INLINE void tw__debug_never(void *set, tw_tick now, tw_tick due) {
    if (TW_TICK_BITS == 64 && due > now && due - now > TW_TICK_MAX / 2 && due != TW_TICK_MAX &&
        tw__debug_first(set, TW__WARNED_NEVER))
        TW__WARN("tick %llu lies more than half the range ahead, as a number below 0 does: the "
                 "timer never fires. If its time is up, arm it for now.",
                 TW__ULL(due));
}

/* Warns if due is far from the clock of an empty set whose ticks wrap: the clock was
   probably not advanced for long. beyond: due is refused. passed: due has long passed. A
   passed tick below a quarter of the range is more likely a delay, and not told here.
   True: nothing else is to be said. */
TW__INLINE bool tw__debug_stale(void *set, tw_tick now, tw_tick due, bool beyond, bool passed) {
    const bool stale = TW_TICK_BITS != 64 && (beyond || (passed && due >= TW__QUARTER));

    (void)now;
    if (stale && tw__debug_first(set, TW__WARNED_STALE))
        TW__WARN("tick %llu is far from the clock of this set, which is empty and stands at %llu. "
                 "Call advance() before you arm its first timer. "
                 "If the tick is meant, use wider ticks.",
                 TW__ULL(due), TW__ULL(now));
    return stale;
}

/* Says whether due passed so long before now that it is probably a mistake. `late` is compared
   by its half, because 65536 is too great for a 16-bit tick. */
TW__INLINE bool tw__debug_passed(tw_tick now, tw_tick due) {
    const tw_tick late = (tw_tick)(now - due);

    if (TW_TICK_BITS != 64)
        return late >= TW_TICK_MAX / 8;
    return due != 0 && due < now / 2 && late / 2 >= 0x8000u;
}

/* Warns if a node is to be armed for a tick that is probably a mistake. meant: due lies
   ahead, or after the last deadline of the node. beyond: due lies too far ahead, and is
   refused. empty: nothing is armed, and no batch is under way. */
TW__INLINE void tw__debug_due(void *set, tw_tick now, tw_tick due, bool meant, bool beyond,
                              bool empty) {
    const bool passed = !meant && tw__debug_passed(now, due);

    tw__debug_never(set, now, due);
    if (empty && tw__debug_stale(set, now, due, beyond, passed))
        return;
    if (beyond && tw__debug_first(set, TW__WARNED_FAR))
        TW__WARN("tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
                 "Look at the answer, or use wider ticks.",
                 TW__ULL(due));
    if (!beyond && passed && tw__debug_first(set, TW__WARNED_PASSED))
        TW__WARN(
            "tick %llu passed %llu ticks ago. Deadlines are absolute: did you mean now + %llu?",
            TW__ULL(due), TW__ULL((tw_tick)(now - due)), TW__ULL(due));
}

/* Reports that a set or a structure is full with `count` nodes. Stops if count is 0,
   unless init() or storage() was given room for 0. Else warns. */
TW__INLINE void tw__debug_full(void *set, size_t count) {
    if (count == 0 && (((const struct tw_stamp *)set)->said & TW__ASKED_FOR_NONE) == 0)
        TW__STOP("the set has no room for a single node. "
                 "Give %s_init() an array and the number of its elements.",
                 tw__call.kind->name);
    else if (tw__debug_first(set, TW__WARNED_FULL))
        TW__WARN("the set is full with %lu nodes, and this one is not armed. "
                 "Give %s_init() more room, or look at the answer.",
                 (unsigned long)count, tw__call.kind->name);
}

/* Stops if now lies too far before `was`, the clock of a set. any: the set has timers. A
   small step back is no mistake. With 64-bit ticks a step is too far if it is 2^31 or more,
   and both ticks lie below 2^32: a 32-bit counter that wraps makes such a step. (was - half
   < half needs no constant of more than 32 bits.) With narrower ticks it is too far if it
   is more than a quarter of the range, and the set has timers. */
TW__INLINE void tw__debug_back(tw_tick was, tw_tick now, bool any) {
    const tw_tick back = (tw_tick)(was - now), half = (tw_tick)0x80000000u;

    if (TW_TICK_BITS == 64 && now < was && back >= half && was - half < half)
        TW__STOP("the clock went back from %llu to %llu, as a 32-bit counter does when it wraps. "
                 "Compile with TW_TICK_BITS 32, or count the wraps.",
                 TW__ULL(was), TW__ULL(now));
    else if (TW_TICK_BITS != 64 && any && back > TW__QUARTER && back <= TW_TICK_MAX / 2)
        TW__STOP("the clock went back from %llu to %llu, by more than a quarter of its range. "
                 "Call advance() at least once in a quarter of the range while timers wait.",
                 TW__ULL(was), TW__ULL(now));
}

/* Notes that advance() or expire() was refused, because a callback or clear() runs. Warns
   of a second refusal before the callback has returned. It is a warning, because a loop
   inside a callback is allowed, and may end by itself. */
TW__INLINE void tw__debug_refused(void *set) {
    struct tw_stamp *s = (struct tw_stamp *)set;

    if ((s->said & TW__REFUSED) != 0 && tw__debug_first(set, TW__WARNED_STUCK))
        TW__WARN("the call was refused twice: a callback of this set has not returned. "
                 "An exception, longjmp() or a loop inside it is the cause. "
                 "Take timers by expire().");
    s->said |= TW__REFUSED;
}

/* Notes that a callback of the set has returned. */
TW__INLINE void tw__debug_returned(void *set) {
    ((struct tw_stamp *)set)->said &= ~(unsigned)TW__REFUSED;
}

/* Checks a step of each() from n; NULL begins a walk. clock is the set, `in` its structure;
   for a structure by itself both are the same address. Warns if nodes came, went or moved
   since the walk began. It is no mistake, because most structures bear most changes. */
TW__INLINE void tw__debug_walk(const void *clock, const void *in, const struct tw_node *n) {
    struct tw_stamp *s = (struct tw_stamp *)(uintptr_t)clock;
    const uint16_t changes = (uint16_t)(s->changes + ((const struct tw_stamp *)in)->changes);

    if (!n) {
        s->walked = changes;
        return;
    }
    tw__debug_mine(clock, in, n);
    if (n->home == 0)
        TW__STOP("the node %p is not armed, and each() goes on from armed nodes only. "
                 "Ask for the next node before you take one out.",
                 (const void *)n);
    else if (s->walked != changes && tw__debug_first(s, TW__WARNED_WALK))
        TW__WARN("the set was changed during a walk by each(), which may leave nodes out or give "
                 "them twice. Gather the nodes first, and change the set after the walk.");
}

/* ------------------------------------------------------------------------- ASSERTIONS */

#if !defined(TW_DEBUG_NO_LIBC)
/* Notes the function in which an assertion does not hold. If its name begins with tw__, the
   line names the verb under way. Else the function takes no set, or has not looked at it:
   the line names the function alone. */
TW__INLINE void tw__debug_function(const char *name) {
    if (strncmp(name, "tw__", 4) == 0)
        return;
    tw__call.kind = NULL;
    tw__call.verb = name;
}

/* Stops with the sentence about a mistake of yours. */
TW__APART void tw__debug_want(const char *sentence, const char *function) {
    tw__debug_function(function);
    TW__STOP("%s", sentence);
}

/* Stops because an assertion does not hold. No mistake of yours is known to break it. */
TW__APART void tw__debug_assert(const char *condition, const char *function) {
    tw__debug_function(function);
    TW__STOP("%s does not hold. If no memory was overwritten, that is a mistake of the headers.",
             condition);
}

#undef TW_ASSERT
#define TW_ASSERT(condition) ((condition) ? (void)0 : tw__debug_assert(#condition, __func__))

#define TW__WANT(condition, sentence) ((condition) ? (void)0 : tw__debug_want(sentence, __func__))
#define TW__NEEDS(p, sentence)        TW__WANT((p) != NULL, sentence)
#endif

TW__END_C

#endif /* TW_DEBUG_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
