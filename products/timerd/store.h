/* SPDX-License-Identifier: MIT-0 */
/* store.h - the far half: what an engine (LMDB, Redis) gives, and what it gets.

   A store has shards. In each it keeps the waiting timers sorted by (due, id), the queue
   of firings that are ready or leased to a consumer, and the dead-letter list. Every call
   commits before it returns. Times are ms by the store's clock unless they say
   otherwise. */
#ifndef STORE_H
#define STORE_H

#include "window.h"

/* No row follows once the rows of an answer have ANSWER_MOST bytes. */
enum { ID_MOST = 255, PAYLOAD_MOST = 65536, ROWS_MOST = 1000, ANSWER_MOST = 1 << 20 };

/* A LIST looks at some LOOK_MOST timers of all shards, and a part of DEAD passes over so
   many letters. */
enum { LOOK_MOST = 10000 };

/* NACK: a delay that doubles with each attempt, up to BACKOFF_MOST ms. */
#define DELAY_GROWS UINT64_MAX

enum { BACKOFF_MOST = 3600000 };

#define TIME_MOST UINT64_C(9007199254740991) /* what Lua's numbers count exactly */

enum op_kind {
    OP_NONE,
    OP_ARM,
    OP_CANCEL,
    OP_GET,
    OP_NEXT,
    OP_LIST,
    OP_TAKE,
    OP_ACK,
    OP_NACK,
    OP_TOUCH,
    OP_DEAD,
    OP_REQUEUE,
    OP_COUNT
};

enum outcome { OUTCOME_DONE, OUTCOME_REFUSED, OUTCOME_UNSURE }; /* refused: nothing has changed */

enum armed { ARM_REPEATED, ARM_NEW, ARM_MOVED };

enum nacked { NACK_NONE, NACK_DELAYED, NACK_BURIED };

/* A row of GET, TAKE and DEAD. */
struct row {
    struct text id, payload;
    uint64_t generation, due, period, missed, attempt;
};

/* A waiting timer, as a store tells of it. */
struct seen {
    unsigned shard;
    struct text id;
    uint64_t generation, due, period;
};

/* What OP_COUNT counts, and how many ms ago. LMDB alone has a file: its bytes, those of
   them that can be written again, and the commits since its oldest reader began. */
struct counts {
    uint64_t waiting, ready, leased, dead, delayed, age;
    uint64_t oldest; /* when the first ready firing was due; 0: none is ready */
    uint64_t file, unused, behind;
};

/* A request to the store, and below, its answer. */
struct op {
    enum op_kind kind;
    struct text id, payload;
    /* ARM is answered by a generation, unless it was repeated. NACK: due is the delay.
       DEAD: due is the number of rows to pass over. LIST: timers due from `due` to before
       `period`, behind `id` at `due`, whose ids begin with `payload`.
       CANCEL, DEAD, TAKE and COUNT are done in parts: `generation` is 0 before the first one.
       After each it is where the next one begins, or 0: that was all. CANCEL: `period` is
       the last generation that it ends. */
    uint64_t due, period, generation;
    /* TAKE, DEAD, LIST: the number of rows wanted; CANCEL: of firings to look at */
    size_t count;

    enum outcome outcome;
    /* ARM: enum armed; NACK: enum nacked; NEXT: the due, or -1; LIST: 1 if there may be
       more behind `reached` at `reached_due`; else 0 or 1 */
    int64_t number;
    uint64_t reached_due;
    struct buffer reached; /* an id */
    uint64_t delay;        /* NACK: ms until the firing is ready again */
    struct counts counts;
    struct buffer rows;   /* of GET, TAKE and DEAD, as op_row() writes them */
    size_t rows_n, again; /* their number; TAKE: those that were given before */
};

void op_reset(struct op *op);                      /* forgets the answer, if there is one */
void op_row(struct op *op, const struct row *row); /* adds a row to the answer */
bool op_full(const struct op *op);                 /* does the answer want no more rows? */
void op_fail(struct op *op, enum outcome outcome);

/* Makes the answer of LIST of what its shards tell: timers in any order, and how far each
   shard has looked that has more. */
void list_begin(void);
void list_add(const struct seen *s); /* its id must stay until list_end() */
void list_reached(uint64_t due, struct text id);
void list_end(struct op *op);

/* What load() reads of a shard: at most `most` timers from a mark on. n: how many there
   were. */
struct part {
    unsigned shard;
    const struct mark *from;
    size_t most, n;
};

/* What expire() did, and when to come again; next_ms -1: need not. delayed: firings that
   NACK had put off, and that are ready again. */
struct expiry {
    unsigned shard;
    bool stepped; /* the clock may have been set back since the last time */
    int64_t next_ms;
    size_t expired, buried, delayed;
};

enum opened { OPEN_DONE, OPEN_LATER, OPEN_NEVER }; /* never: say() has told why */

struct store {
    /* Connects, or does nothing if connected; names its shards to the engine by
       engine_own(). */
    enum opened (*open)(void);
    void (*close)(void);        /* gives its shards away */
    bool (*up)(void);           /* connected? */
    int64_t (*offset_us)(void); /* the store's clock less the monotonic one */
    unsigned (*shard)(struct text id);
    const char *(*error)(void); /* the last one */

    /* Works requests off in order, in few commits; each gets its answer. */
    void (*run)(struct op *const *ops, size_t n);

    /* In one transaction (a shard): moves timers that still wait and are due into the
       queue of ready firings, and periodic ones on; says the fate of each. False: the
       store failed, and their fate is not known. */
    bool (*fire)(struct timer *const *timers, size_t n);

    /* Calls engine_loaded() with the timers of each part that are due before `until`, in
       order. */
    bool (*load)(struct part *parts, size_t count, uint64_t until);

    /* Makes firings of each shard ready again whose lease ran out, or buries them. */
    bool (*expire)(struct expiry *e, size_t count);

    bool (*keep)(void);      /* shard leases: renews, takes, gives back */
    int (*notices_fd)(void); /* readable: notices() has something to read; -1: never */
    bool (*notices)(void);
};

extern const struct store store_lmdb, store_redis, store_postgres;

#endif
