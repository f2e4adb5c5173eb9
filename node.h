/* SPDX-License-Identifier: MIT-0 */
/* node.h - the ground of the collection: tick, node, callback, list, and what every structure gives.

   WHAT IT IS
       You put a node into your object, five words, and a structure keeps it in order for you: a heap, a tree, a list, a
       wheel. Seen from outside the structures are all alike, and this header is where they are: it says what a node is
       and what a structure gives, and it writes the verbs (add, update, cancel, take, pop, clear) once for all of them.
       You need not include it; the header of each structure does.

   A STRUCTURE x GIVES
       struct tw_x, tw_x_array (the type of one element of its array, or void), and these functions, which struct tw_ops
       explains: tw__x_init, _full, _has, _insert, _update, _remove, _next, _take, _count, _each, _drain, _check,
   _bytes; if it keeps an order, tw__x_peek too. They place, find and remove nodes, and write `home` while a node waits.
       Whether a node waits is the business of the verbs below: they alone set a node idle.

   AND GETS
       verb                     node by tick       objects by tick      objects in order     timer set (timers.h)
       add                      tw_x_add           q_add(o, due)        q_add(o)             t_add
       cancel                   tw_x_cancel        q_cancel             q_cancel             t_cancel
       update                   tw_x_update *      -                    q_update             -
       next, take               tw_x_next, _take   q_next, q_take       -                    t_next, t_expire
       peek, pop                tw_x_peek, _pop *  -                    q_peek, q_pop        -
       count each clear check   tw_x_...           q_...                q_...                t_...
       * if it keeps an order

   OPTIONS (the same in every file of a program; best on the command line)
       Where there is none, as in an Arduino sketch, define them in a file of your own, tw_config.h. It is read if it
       stands beside the headers or on the include path, by compilers that have __has_include.

       TW_TICK_BITS   64   16, 32 or 64; to be said where addresses have fewer than 64 bits. 64-bit ticks are plain
                           numbers; 16 and 32-bit ticks wrap, see timers.h
       TW_CHECK       1    0: no check() is compiled, and tables hold NULL for it
       TW_ASSERT      -    TW_ASSERT(condition), ((void)0) by default
       TW_TRACE       -    TW_TRACE(event, node, tick), ((void)0) by default; see enum tw_event
       TW_STATIC      -    beside TW_IMPLEMENTATION, before the first include: everything static, for a program of one
                           file
       TW_IMPLEMENTATION   define it in one file, C or C++: it compiles the functions of every header included after it

   SOURCE
       Comparing ticks that wrap: R. Elz and R. Bush, Serial Number Arithmetic, RFC 1982. */
#ifndef TW_NODE_H
#define TW_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__has_include)
#if __has_include("tw_config.h")
#include "tw_config.h"
#endif
#endif

#if defined(TW_STATIC) && !defined(TW_IMPLEMENTATION)
#error "TW_STATIC wants #define TW_IMPLEMENTATION beside it, before the first include"
#endif

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_TICK_BITS
#if !(UINTPTR_MAX > 0xFFFFFFFFu)
#error "#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of the counter that you read the time from"
#endif
#define TW_TICK_BITS 64
#endif

#if TW_TICK_BITS == 64
typedef uint64_t tw_tick;
typedef int64_t tw_span;
#define TW__LINK_NAME(name) name##_ticks64
#elif TW_TICK_BITS == 32
typedef uint32_t tw_tick;
typedef int32_t tw_span;
#define TW__LINK_NAME(name) name##_ticks32
#elif TW_TICK_BITS == 16
typedef uint16_t tw_tick;
typedef int16_t tw_span;
#define TW__LINK_NAME(name) name##_ticks16
#else
#error "TW_TICK_BITS must be the plain number 16, 32 or 64"
#endif

#if defined(__GNUC__) || defined(__clang__) /* clang as a compiler for MSVC's world does not say __GNUC__ */
#define TW__GNU 1
#else
#define TW__GNU 0
#endif

/* C++ compilers can warn of C casts, also in a macro that you use: there it is CAST. In the headers themselves, which
   are C, nobody is warned of casts and of NULL between BEGIN_C and END_C. */
#if defined(__cplusplus)
#define TW__CAST(type, x) static_cast<type>(x)
#else
#define TW__CAST(type, x) ((type)(x))
#endif

#if defined(__cplusplus) && TW__GNU
#define TW__PRAGMA(x) _Pragma(#x)
#define TW__BEGIN_C                                               \
    TW__PRAGMA(GCC diagnostic push)                               \
    TW__PRAGMA(GCC diagnostic ignored "-Wpragmas")                \
    TW__PRAGMA(GCC diagnostic ignored "-Wunknown-warning-option") \
    TW__PRAGMA(GCC diagnostic ignored "-Wold-style-cast")         \
    TW__PRAGMA(GCC diagnostic ignored "-Wuseless-cast")           \
    TW__PRAGMA(GCC diagnostic ignored "-Wzero-as-null-pointer-constant")
#define TW__END_C TW__PRAGMA(GCC diagnostic pop)
#else
#define TW__BEGIN_C
#define TW__END_C
#endif

#define TW_TICK_MAX TW__CAST(tw_tick, -1)
#define TW__QUARTER ((tw_tick)(TW_TICK_MAX / 4 + 1))

#ifndef TW_CHECK
#define TW_CHECK 1
#endif

#ifndef TW_ASSERT
#define TW_ASSERT(condition) ((void)0)
#endif

#ifndef TW_TRACE
#define TW_TRACE(event, node, tick) ((void)0)
#endif

/* What TW_TRACE reports. A move to or from the due list of a set shows as a cancel and an arm; where size is asked for,
   every move of a set does. */
enum tw_event {
    TW_ARM,     /* an idle node was armed for tick */
    TW_MOVE,    /* an armed node was moved to tick */
    TW_CANCEL,  /* a node was taken out unfired; tick is its due */
    TW_FIRE,    /* a node is handed out; tick is the set's now */
    TW_CASCADE, /* a wheel moves the node down a level, or passes it over; tick is its due */
    TW_COMPARE, /* the node's key was compared with another; tick is its due */
    TW_LINK     /* a link to the node, or the place of it, was written; tick is its due */
};

#if TW__GNU
#define TW__ATTRIBUTE(x) __attribute__((x))
#else
#define TW__ATTRIBUTE(x)
#endif

#define TW__INLINE static inline TW__ATTRIBUTE(unused)
#define TW__TABLE  static TW__ATTRIBUTE(unused)

/* THIN: forced inline in every optimized build, for size too. A verb folds only if it is: else gcc shares one copy of
   it, which calls through the table. */
#if defined(__OPTIMIZE__)
#define TW__THIN TW__INLINE TW__ATTRIBUTE(always_inline)
#else
#define TW__THIN TW__INLINE
#endif

/* RARE: never inlined, so that the common path beside it needs few registers. Elsewhere inline, because compilers warn
   of unused functions that are not. */
#if TW__GNU
#define TW__RARE static TW__ATTRIBUTE(unused) TW__ATTRIBUTE(noinline)
#else
#define TW__RARE TW__INLINE
#endif

/* FOLD: takes a policy as a constant argument; forced inline where speed is asked for, so that the policy folds.
   ONCE: the same, but where size is asked for it exists once. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define TW__SPEED 1
#define TW__FOLD  TW__THIN
#define TW__ONCE  TW__THIN
#else
#define TW__SPEED 0
#define TW__FOLD  TW__INLINE
#define TW__ONCE  TW__RARE
#endif

/* Asks for the cache line at p. */
#if TW__GNU && TW__SPEED
#define TW__PREFETCH(p) __builtin_prefetch(p)
#else
#define TW__PREFETCH(p) ((void)0)
#endif

#if defined(TW_STATIC)
#define TW__API TW__INLINE
#elif defined(__cplusplus)
#define TW__API extern "C"
#else
#define TW__API
#endif

/* A red-black tree keeps a colour in the lowest bit of a node's address. */
#if defined(__AVR__)
#define TW__EVEN TW__ATTRIBUTE(aligned(2))
#else
#define TW__EVEN
#endif

TW__BEGIN_C

struct tw_node;

typedef void tw_fn(struct tw_node *n, tw_tick now);

struct tw_links {
    struct tw_node *next, *prev;
};

/* One timer, inside your object; you own the memory. All zero is a valid idle node. */
struct tw_node {
    tw_tick due;    /* the deadline as you gave it, in ticks */
    tw_fn *fn;      /* called by advance(); may stay NULL if you only use expire() */
    uintptr_t home; /* 0 idle, 1 on its set's due list, above: waiting, in the structure's own code */
    union tw_words {
        struct tw_links list;
        struct tw_node *child[2];
        uintptr_t word[2];
    } u;
} TW__EVEN;

enum { TW__IDLE = 0, TW__DUE = 1, TW__WAITING = 2 };

/* 40 bytes on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. */
#define TW__TICK_ROOM (sizeof(tw_tick) > sizeof(void *) ? sizeof(tw_tick) : sizeof(void *))
typedef char tw__node_is_five_words[sizeof(struct tw_node) == 4 * sizeof(void *) + TW__TICK_ROOM ? 1 : -1];

/* What a structure gives. `s` is the structure. */
struct tw_ops {
    void (*init)(void *s, tw_tick now, void *array, size_t n);
    bool (*full)(const void *s);
    bool (*has)(const void *s, const struct tw_node *n);     /* n waits: in s? true also if s cannot tell */
    void (*insert)(void *s, struct tw_node *n, tw_tick due); /* due is n->due; n does not wait, and s is not full */
    void (*update)(void *s, struct tw_node *n, tw_tick due); /* due is n->due, changed; n waits in s */
    void (*remove)(void *s, struct tw_node *n);              /* n waits in s */
    bool (*next)(void *s, tw_tick *due);                     /* the first node's key; false: empty */
    struct tw_node *(*take)(void *s, tw_tick now);           /* removes the first node with due <= now; NULL: none */
    size_t (*count)(const void *s);
    struct tw_node *(*each)(const void *s, const struct tw_node *n); /* the node after n; NULL: begin, end */
    struct tw_node *(*drain)(void *s);                               /* removes all nodes, chained by u.list.next */
    const char *(*check)(const void *s); /* "x 2": property 2 of x's manual does not hold; NULL: all hold */
    size_t (*bytes)(size_t n);           /* of the array for n nodes */
    size_t size;                         /* of the structure itself */
    const char *name;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* An idle node that will call fn, as an initialiser and as a call. */
/* clang-format off */
#define TW_NODE(fn) {0, fn, 0, {{NULL, NULL}}}
/* clang-format on */
TW__INLINE void tw_node_init(struct tw_node *n, tw_fn *fn) {
    TW_ASSERT(n != NULL);
    n->due = 0;
    n->fn = fn;
    n->home = TW__IDLE;
    n->u.list.next = n->u.list.prev = NULL;
}

/* True for a zeroed node and for one that fired, was cancelled or was cleared. */
TW__INLINE bool tw_idle(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home == TW__IDLE;
}

/* The object of type `type` whose member `member` is the node n. A C++ class with virtual functions, or with data in a
   base and in itself, has no offsets that are promised: let it inherit from tw_node, and say
   static_cast<type *>(n) in place of TW_OF; `this` is the node. */
#define TW_OF(n, type, member) TW__CAST(type *, tw__around(n, offsetof(type, member)))
TW__INLINE void *tw__around(struct tw_node *n, size_t offset) { return (char *)n - offset; }
TW__INLINE const void *tw__const_around(const struct tw_node *n, size_t offset) { return (const char *)n - offset; }

/* True if tick a comes before tick b; with 16 and 32 bits, if they lie within half the range of each other. */
TW__INLINE bool tw_before(tw_tick a, tw_tick b) {
    return TW_TICK_BITS == 64 ? a < b : (tw_tick)(a - b) > TW_TICK_MAX / 2;
}

/* --------------------------------------------------------------------------------------------------- ENGINE */

/* The number of the lowest one-bit of x, which is not 0. Small cores get a loop, not a library call. */
#if TW__GNU && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    return (unsigned)(sizeof x > sizeof(unsigned) ? __builtin_ctzll(x) : __builtin_ctz((unsigned)x));
}
#else
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    unsigned i = 0;

    for (; (x & 1u) == 0; x >>= 1)
        i++;
    return i;
}
#endif

/* A list is known by its last node, NULL when empty. The last is followed by the first, before which is NULL: arming
   touches one other node, and a wheel's slot is one word. */
TW__INLINE struct tw_node *tw__list_first(const struct tw_node *last) { return last ? last->u.list.next : NULL; }

TW__INLINE void tw__list_append(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list;

    n->u.list.prev = last;
    n->u.list.next = n;
    if (last) {
        n->u.list.next = last->u.list.next;
        last->u.list.next = n;
    }
    *list = n;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The first node has no previous one: its predecessor in the ring is the last. A node alone is both. */
TW__INLINE void tw__list_remove(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list, *next = n->u.list.next, *prev = n->u.list.prev;

    TW_TRACE(TW_LINK, n, n->due);
    if (n == last)
        *list = prev;
    else
        next->u.list.prev = prev;
    (prev ? prev : last)->u.list.next = next;
}

TW__INLINE void tw__idle_all(struct tw_node *chain) {
    for (; chain; chain = chain->u.list.next) {
        chain->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, chain, chain->due);
    }
}

/* THE VERBS, over a table that is constant where the structure is known. Here, and for the due list in timers.h, a node
   changes between idle and waiting. The deadline goes along in a register: reading n->due again would wait for the
   links that are being written. */

/* n does not wait, and s is not full. */
TW__THIN void tw__insert(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    ops->insert(s, n, due);
}

TW__INLINE bool tw__waits(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING;
}

/* Moves n, which waits. False: in another structure. */
TW__THIN bool tw__update(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    if (!ops->has(s, n))
        return false;
    TW_TRACE(TW_MOVE, n, due);
    n->due = due;
    ops->update(s, n, due);
    return true;
}

/* False: s is full, or n waits elsewhere. Where size is asked for, a node that moves is taken out and put in again. */
TW__THIN bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool waits = tw__waits(n);

    if (TW__SPEED && waits)
        return tw__update(s, ops, n, due);
    if (waits ? !ops->has(s, n) : ops->full(s))
        return false;
    if (waits)
        ops->remove(s, n);
    tw__insert(s, ops, n, due);
    return true;
}

TW__THIN bool tw__cancel(void *s, const struct tw_ops *ops, struct tw_node *n) {
    if (!tw__waits(n) || !ops->has(s, n))
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    ops->remove(s, n);
    n->home = TW__IDLE;
    return true;
}

TW__THIN struct tw_node *tw__take(void *s, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n = ops->take(s, now);

    if (n)
        n->home = TW__IDLE;
    return n;
}

/* n is the first node of s, or NULL. */
TW__THIN struct tw_node *tw__pop(void *s, const struct tw_ops *ops, struct tw_node *n) {
    if (n) {
        ops->remove(s, n);
        n->home = TW__IDLE;
    }
    return n;
}

TW__THIN void tw__clear(void *s, const struct tw_ops *ops) { tw__idle_all(ops->drain(s)); }

/* ---------------------------------------------------------------------------------------------------- DOORS

   A door is a set of names for the verbs and has no code of its own: one line a verb. x is the name of a structure. */

#if TW_CHECK
#define TW__CHECKED(verb)  verb
#define TW__CHECK_IN(name) name
#else
#define TW__CHECKED(verb)
#define TW__CHECK_IN(name) NULL
#endif

/* _full and _has of a structure that has room for any number of nodes, and cannot tell its own from others. */
#define TW__UNBOUNDED(x)                                                              \
    TW__INLINE bool tw__##x##_full(const struct tw_##x *s) { return (void)s, false; } \
    TW__INLINE bool tw__##x##_has(const struct tw_##x *s, const struct tw_node *n) { return (void)s, (void)n, true; }

/* The table name_ops of the structure x. Prefixes: p of insert, update and check, which know the order; q of remove and
   take, which may not. Both are tw__x if there is but one order. */
#define TW__OPS(name, x, p, q)                                                                                        \
    TW__INLINE void name##__op_init(void *s, tw_tick now, void *array, size_t n) {                                    \
        tw__##x##_init(TW__CAST(struct tw_##x *, s), now, array, n);                                                  \
    }                                                                                                                 \
    TW__INLINE bool name##__op_full(const void *s) { return tw__##x##_full(TW__CAST(const struct tw_##x *, s)); }     \
    TW__INLINE bool name##__op_has(const void *s, const struct tw_node *n) {                                          \
        return tw__##x##_has(TW__CAST(const struct tw_##x *, s), n);                                                  \
    }                                                                                                                 \
    TW__INLINE void name##__op_insert(void *s, struct tw_node *n, tw_tick due) {                                      \
        p##_insert(TW__CAST(struct tw_##x *, s), n, due);                                                             \
    }                                                                                                                 \
    TW__INLINE void name##__op_update(void *s, struct tw_node *n, tw_tick due) {                                      \
        p##_update(TW__CAST(struct tw_##x *, s), n, due);                                                             \
    }                                                                                                                 \
    TW__INLINE void name##__op_remove(void *s, struct tw_node *n) { q##_remove(TW__CAST(struct tw_##x *, s), n); }    \
    TW__INLINE bool name##__op_next(void *s, tw_tick *due) {                                                          \
        return tw__##x##_next(TW__CAST(struct tw_##x *, s), due);                                                     \
    }                                                                                                                 \
    TW__INLINE struct tw_node *name##__op_take(void *s, tw_tick now) {                                                \
        return q##_take(TW__CAST(struct tw_##x *, s), now);                                                           \
    }                                                                                                                 \
    TW__INLINE size_t name##__op_count(const void *s) { return tw__##x##_count(TW__CAST(const struct tw_##x *, s)); } \
    TW__INLINE struct tw_node *name##__op_each(const void *s, const struct tw_node *n) {                              \
        return tw__##x##_each(TW__CAST(const struct tw_##x *, s), n);                                                 \
    }                                                                                                                 \
    TW__INLINE struct tw_node *name##__op_drain(void *s) { return tw__##x##_drain(TW__CAST(struct tw_##x *, s)); }    \
    TW__CHECKED(TW__INLINE const char *name##__op_check(const void *s) {                                              \
        return p##_check(TW__CAST(const struct tw_##x *, s));                                                         \
    })                                                                                                                \
    TW__TABLE const struct tw_ops name##_ops = {                                                                      \
        name##__op_init,   name##__op_full,       name##__op_has,                                                     \
        name##__op_insert, name##__op_update,     name##__op_remove,                                                  \
        name##__op_next,   name##__op_take,       name##__op_count,                                                   \
        name##__op_each,   name##__op_drain,      TW__CHECK_IN(name##__op_check),                                     \
        tw__##x##_bytes,   sizeof(struct tw_##x), #x};

/* Nodes by tick: the compiled functions of a structure. */
#define TW__NODES_BY_TICK(linkage, x)                                                                                \
    linkage void tw_##x##_init(struct tw_##x *s, tw_tick now, tw_##x##_array *array, size_t n) {                     \
        tw__##x##_init(s, now, array, n);                                                                            \
    }                                                                                                                \
    linkage bool tw_##x##_add(struct tw_##x *s, struct tw_node *n, tw_tick due) {                                    \
        return tw__add(s, &tw_##x##_ops, n, due);                                                                    \
    }                                                                                                                \
    linkage bool tw_##x##_cancel(struct tw_##x *s, struct tw_node *n) { return tw__cancel(s, &tw_##x##_ops, n); }    \
    linkage bool tw_##x##_next(struct tw_##x *s, tw_tick *due) { return tw__##x##_next(s, due); }                    \
    linkage struct tw_node *tw_##x##_take(struct tw_##x *s, tw_tick now) { return tw__take(s, &tw_##x##_ops, now); } \
    linkage size_t tw_##x##_count(const struct tw_##x *s) { return tw__##x##_count(s); }                             \
    linkage struct tw_node *tw_##x##_each(const struct tw_##x *s, const struct tw_node *n) {                         \
        return tw__##x##_each(s, n);                                                                                 \
    }                                                                                                                \
    linkage void tw_##x##_clear(struct tw_##x *s) { tw__clear(s, &tw_##x##_ops); }                                   \
    TW__CHECKED(linkage const char *tw_##x##_check(const struct tw_##x *s) { return tw_##x##_ops.check(s); })

/* And those of a structure that keeps an order. */
#define TW__NODES_IN_ORDER(linkage, x)                                                          \
    TW__NODES_BY_TICK(linkage, x)                                                               \
    linkage bool tw_##x##_update(struct tw_##x *s, struct tw_node *n) {                         \
        return tw__waits(n) && tw_##x##_add(s, n, n->due);                                      \
    }                                                                                           \
    linkage struct tw_node *tw_##x##_peek(const struct tw_##x *s) { return tw__##x##_peek(s); } \
    linkage struct tw_node *tw_##x##_pop(struct tw_##x *s) { return tw__pop(s, &tw_##x##_ops, tw__##x##_peek(s)); }

/* Objects: struct name and its verbs, which take and give pointers to type; `table` is name_ops or tw_x_ops. */
#define TW__OBJECTS(name, type, member, x, table)                                                             \
    struct name {                                                                                             \
        struct tw_##x in;                                                                                     \
    };                                                                                                        \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                \
    TW__INLINE void name##_init(struct name *q, tw_tick now, tw_##x##_array *array, size_t n) {               \
        tw__##x##_init(&q->in, now, array, n);                                                                \
    }                                                                                                         \
    TW__INLINE bool name##_cancel(struct name *q, type *o) { return tw__cancel(&q->in, &table, &o->member); } \
    TW__INLINE size_t name##_count(const struct name *q) { return tw__##x##_count(&q->in); }                  \
    TW__INLINE type *name##_each(const struct name *q, const type *o) {                                       \
        return name##__of(tw__##x##_each(&q->in, o ? &o->member : NULL));                                     \
    }                                                                                                         \
    TW__INLINE void name##_clear(struct name *q) { tw__clear(&q->in, &table); }                               \
    TW__CHECKED(TW__INLINE const char *name##_check(const struct name *q) { return table.check(&q->in); })

#define TW__OBJECTS_BY_TICK(name, type, member, x)                                                    \
    TW__OBJECTS(name, type, member, x, tw_##x##_ops)                                                  \
    TW__INLINE bool name##_add(struct name *q, type *o, tw_tick due) {                                \
        return tw__add(&q->in, &tw_##x##_ops, &o->member, due);                                       \
    }                                                                                                 \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__##x##_next(&q->in, due); } \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) {                                       \
        return name##__of(tw__take(&q->in, &tw_##x##_ops, now));                                      \
    }

/* The header of the structure has made name_ops, which knows the order. */
#define TW__OBJECTS_IN_ORDER(name, type, member, x)                                                              \
    TW__OBJECTS(name, type, member, x, name##_ops)                                                               \
    TW__INLINE bool name##_add(struct name *q, type *o) {                                                        \
        return tw__add(&q->in, &name##_ops, &o->member, o->member.due);                                          \
    }                                                                                                            \
    TW__INLINE bool name##_update(struct name *q, type *o) { return tw__waits(&o->member) && name##_add(q, o); } \
    TW__INLINE type *name##_peek(const struct name *q) { return name##__of(tw__##x##_peek(&q->in)); }            \
    TW__INLINE type *name##_pop(struct name *q) {                                                                \
        return name##__of(tw__pop(&q->in, &name##_ops, tw__##x##_peek(&q->in)));                                 \
    }

/* Walks, by tw__x_each(s, n), the node after n, and tw__x_before(s, n); of NULL the first and the last. */
#define TW__NODES_WALK(linkage, x)                                                                      \
    linkage struct tw_node *tw_##x##_first(const struct tw_##x *s) { return tw__##x##_peek(s); }        \
    linkage struct tw_node *tw_##x##_last(const struct tw_##x *s) { return tw__##x##_before(s, NULL); } \
    linkage struct tw_node *tw_##x##_after(const struct tw_##x *s, const struct tw_node *n) {           \
        return tw__##x##_each(s, n);                                                                    \
    }                                                                                                   \
    linkage struct tw_node *tw_##x##_before(const struct tw_##x *s, const struct tw_node *n) {          \
        return tw__##x##_before(s, n);                                                                  \
    }

#define TW__OBJECTS_WALK(name, type, member, x)                                                      \
    TW__INLINE type *name##_before(const struct name *q, const type *o) {                            \
        return name##__of(tw__##x##_before(&q->in, o ? &o->member : NULL));                          \
    }                                                                                                \
    TW__INLINE type *name##_after(const struct name *q, const type *o) { return name##_each(q, o); } \
    TW__INLINE type *name##_first(const struct name *q) { return name##_peek(q); }                   \
    TW__INLINE type *name##_last(const struct name *q) { return name##_before(q, NULL); }

TW__END_C

#endif /* TW_NODE_H */

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
   KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
   PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
   SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
