/* SPDX-License-Identifier: MIT-0 */
/* Requests that came together are few calls: those of one kind about ids of one shard share
   a script. All calls are sent before the first answer is read. Requests about the same id
   keep their order: each is in a later wave than the one before it. */
#include "redis_ids.h"
#include "options.h"
#include "redis_shards.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 8, SLOTS = 2048 };

struct item {
    struct op *op;
    unsigned number, shard, wave;
};

/* The last request about an id, so far. */
struct slot {
    const struct op *op;
    unsigned wave;
};

static bool of_firing(enum op_kind kind) {
    return kind == OP_ACK || kind == OP_NACK || kind == OP_TOUCH || kind == OP_REQUEUE;
}

bool about_id(const struct op *op) {
    return op->kind == OP_ARM || op->kind == OP_CANCEL || op->kind == OP_GET || of_firing(op->kind);
}

unsigned redis_shard(struct text id) { return (id_hash(id) >> 16) % option.shards; }

/* ------------------------------------------------------------------------------ waves */

/* May both be in one call? No two are about the same firing. */
static bool together(const struct op *before, const struct op *op) {
    return before->kind == OP_ACK && op->kind == OP_ACK && op->generation > before->generation;
}

static unsigned wave_of(struct slot *slots, const struct op *op, uint32_t hash) {
    struct slot *slot = &slots[hash % SLOTS];

    while (slot->op && !text_same(slot->op->id, op->id))
        slot = slot == &slots[SLOTS - 1] ? slots : slot + 1;
    if (slot->op)
        slot->wave += !together(slot->op, op);
    slot->op = op;
    return slot->wave;
}

static int in_order(const void *a, const void *b) {
    const struct item *const x = (const struct item *)a, *const y = (const struct item *)b;

    if (x->wave != y->wave)
        return x->wave < y->wave ? -1 : 1;
    if (x->shard != y->shard)
        return x->shard < y->shard ? -1 : 1;
    if (x->op->kind != y->op->kind)
        return x->op->kind < y->op->kind ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* The requests in the order of their calls; their number. */
static size_t plan(struct op *const *ops, size_t n, struct item *items) {
    static struct slot slots[SLOTS];
    size_t used = 0;

    memset(slots, 0, sizeof slots);
    for (size_t i = 0; i < n; i++) {
        struct item *const item = &items[used];

        if (ops[i]->kind == OP_NONE)
            continue;
        item->op = ops[i];
        item->number = (unsigned)used++;
        item->shard = redis_shard(ops[i]->id);
        item->wave = wave_of(slots, ops[i], id_hash(ops[i]->id));
    }
    qsort(items, used, sizeof *items, in_order);
    return used;
}

/* May several requests of this kind be one call? */
static bool shared(enum op_kind kind) { return kind == OP_ARM || kind == OP_ACK; }

/* How many of the next items are one call? */
static size_t group(const struct item *items, size_t n) {
    const enum op_kind kind = items->op->kind;
    size_t size = 1;

    if (!shared(kind))
        return 1;
    while (size < n && items[size].wave == items->wave && items[size].shard == items->shard &&
           items[size].op->kind == kind)
        size++;
    return size;
}

/* ------------------------------------------------------------------------------ calls */

static void call_delay(uint64_t delay) {
    if (delay == DELAY_GROWS)
        call_word("-");
    else
        call_number(delay);
    call_number(option.backoff_ms);
    call_number(BACKOFF_MOST);
    call_number(option.attempts);
}

/* TAKE, attempt, first due, period and missed, as text.lua parses them. */
static void call_period(const struct op *op) {
    char text[64];
    const int n = snprintf(text, sizeof text, "0 0 %016llu %llu 0 ", (unsigned long long)op->due,
                           (unsigned long long)op->period);

    call_more(text, (size_t)n);
}

/* Ids and texts, then members of `due`, which Lua hands on as they are. They name the
   generations that the timers will have if no other timerd arms in this shard. */
static void call_arms(const struct item *items, size_t n) {
    struct lease *const l = lease_of(items->shard);
    uint64_t generation = l->last + l->ahead;

    l->ahead += n;
    call_number(generation);
    for (size_t i = 0; i < n; i++) {
        const struct op *const op = items[i].op;

        call_text(op->id);
        call_bytes(op->period ? "*" : "=", 1);
        call_more_wide(generation + i + 1);
        call_more_wide(op->due);
        if (op->period)
            call_period(op);
        call_more(op->payload.at, op->payload.size);
    }
    for (size_t i = 0; i < n; i++)
        call_member(items[i].op->id, items[i].op->due, ++generation);
}

/* Ids, then generations: Lua hands them on as they are. */
static void call_acks(const struct item *items, size_t n) {
    for (size_t i = 0; i < n; i++)
        call_text(items[i].op->id);
    for (size_t i = 0; i < n; i++)
        call_wide(items[i].op->generation);
}

static void call_op(const struct op *op) {
    call_text(op->id);
    if (of_firing(op->kind) || (op->kind == OP_CANCEL && op->generation))
        call_wide(op->generation);
    else if (op->kind == OP_CANCEL)
        call_word("");
    if (op->kind == OP_CANCEL)
        call_number(op->count);
    if (op->kind == OP_NACK)
        call_delay(op->due);
    if (op->kind == OP_TOUCH || op->kind == OP_REQUEUE)
        call_number(option.lease_ms);
}

static void send_group(const struct item *items, size_t n) {
    static const enum script scripts[] = {
        [OP_ARM] = SCRIPT_ARM,        [OP_CANCEL] = SCRIPT_CANCEL, [OP_GET] = SCRIPT_GET,
        [OP_ACK] = SCRIPT_ACK,        [OP_NACK] = SCRIPT_NACK,     [OP_TOUCH] = SCRIPT_TOUCH,
        [OP_REQUEUE] = SCRIPT_REQUEUE};

    call_script(scripts[items->op->kind], items->shard, lease_of(items->shard)->token);
    if (items->op->kind == OP_ARM)
        call_arms(items, n);
    else if (items->op->kind == OP_ACK)
        call_acks(items, n);
    else
        call_op(items->op);
    call_send();
}

/* ---------------------------------------------------------------------------- answers */

/* The answer to ARM and ACK has a digit for each item; to ARM also the generation before
   those of the items that it changed, in order. */
static void take_digits(const struct item *items, size_t n, const redisReply *reply) {
    const struct text digits = reply_text(reply, 1);
    uint64_t generation = reply_number(reply, 2);

    for (size_t i = 0; i < n; i++) {
        struct op *const op = items[i].op;

        op->outcome = OUTCOME_DONE;
        op->number = i < digits.size ? digits.at[i] - '0' : 0;
        if (op->kind == OP_ARM && op->number != ARM_REPEATED)
            op->generation = ++generation;
    }
    if (items->op->kind == OP_ARM)
        lease_counts(items->shard, generation);
}

/* CANCEL: generation is where the next call goes on, or 0. */
static void take_answer(struct op *op, const redisReply *reply) {
    op->outcome = OUTCOME_DONE;
    op->number = (int64_t)reply_number(reply, 1);
    if (op->kind == OP_CANCEL)
        op->generation = reply_number(reply, 2);
    if (op->kind == OP_NACK)
        op->delay = reply_number(reply, 2);
    if (op->number == 1 && (op->kind == OP_REQUEUE || (op->kind == OP_NACK && op->delay == 0)))
        lease_hint(redis_shard(op->id));
    if (op->kind == OP_GET && reply->elements == 6) {
        const struct row row = {op->id,
                                reply_text(reply, 3),
                                reply_number(reply, 1),
                                reply_number(reply, 2),
                                reply_number(reply, 4),
                                reply_number(reply, 5),
                                0};

        op_row(op, &row);
    }
}

/* Takes the answer to a call. *open: must it be sent again? */
static enum said answer_group(const struct item *items, size_t n, bool *open) {
    redisReply *reply;
    const enum said said = call_answer(&reply);

    lease_of(items->shard)->ahead = 0;
    *open = said == SAID_STALE || said == SAID_AGAIN;
    if (said == SAID_DONE && shared(items->op->kind))
        take_digits(items, n, reply);
    else if (said == SAID_DONE)
        take_answer(items->op, reply);
    for (size_t i = 0; i < n && said != SAID_DONE && !*open; i++)
        op_fail(items[i].op, said == SAID_BROKEN ? OUTCOME_UNSURE : OUTCOME_REFUSED);
    if (said == SAID_STALE)
        lease_stale(items->shard, reply);
    if (reply)
        freeReplyObject(reply);
    return said;
}

/* Sends all, and takes the answers. How many stay at the front of `items`, to be sent again;
   -1: the connection is broken. Of one shard those that were refused are all that follow the
   first: order is kept. */
static int turn(struct item *items, size_t n) {
    bool forgotten = false, open;
    size_t left = 0, size;

    for (size_t i = 0; i < n; i += size)
        send_group(items + i, size = group(items + i, n - i));
    for (size_t i = 0; i < n; i += size) {
        enum said said;

        size = group(items + i, n - i);
        said = answer_group(items + i, size, &open);
        if (said == SAID_BROKEN)
            return -1;
        forgotten = forgotten || said == SAID_AGAIN;
        if (open)
            memmove(items + left, items + i, size * sizeof *items);
        left += open ? size : 0;
    }
    return forgotten && !redis_reload() ? -1 : (int)left;
}

/* Until it has an answer a request counts as unsure, for it may have been sent; one that
   was refused to the last has changed nothing. */
void run_ids(struct op *const *ops, size_t n) {
    static struct item items[ROWS_MOST];
    int left;

    for (size_t i = 0; i < n; i++)
        op_fail(ops[i], OUTCOME_UNSURE);
    left = (int)plan(ops, n, items);
    for (int i = 0; left > 0 && i < TURNS; i++)
        left = turn(items, (size_t)left);
    if (left < 0)
        redis_disconnect();
    for (int i = 0; i < left; i++)
        op_fail(items[i].op, OUTCOME_REFUSED);
    stats.commits++;
}
