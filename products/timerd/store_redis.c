/* SPDX-License-Identifier: MIT-0 */
/* The distributed engine: each request, each firing batch of a shard is one Lua script,
   which Redis runs wholly or not at all, and which names the token of the shard's lease.
   A script that was refused for its token is called again with the one that it was told,
   unless only the owner may call it. */
#include "engine.h"
#include "far.h"
#include "options.h"
#include "redis_ids.h"
#include "redis_shards.h"
#include "stats.h"
#include <stdlib.h>
#include <string.h>

enum {
    TURNS = 8,
    TAKE_SHARDS = 16, /* that a TAKE asks at once */
    IDLE_TURNS = 4,   /* in which it finds nothing but what is done with */
    TEXT_LEAST = 49   /* bytes of the text of a firing that was given */
};

static bool usable; /* what was connected last */
static uint64_t inspect_at_us;

static bool redis_up(void) { return redis_db && usable; }

static const char *redis_last_error(void) { return redis_error; }

/* Everything is read anew after a connection broke: what is ours still is renewed and
   comes again. */
static enum opened redis_open(void) {
    enum opened opened;

    usable = usable && redis_db;
    opened = redis_connect();
    if (opened != OPEN_DONE)
        return opened;
    leases_hint();
    inspect_at_us = clock_us(true) + option.inspect_ms * 1000;
    usable = leases_go_on() && leases_keep();
    if (usable)
        return OPEN_DONE;
    redis_disconnect();
    return OPEN_LATER;
}

static void redis_close(void) {
    if (redis_db)
        leases_release();
    redis_disconnect();
}

/* Frees the reply. False: the connection is broken, and was closed. */
static bool done(redisReply *reply, enum said said) {
    if (reply)
        freeReplyObject(reply);
    if (said == SAID_BROKEN)
        redis_disconnect();
    return said != SAID_BROKEN;
}

/* ---------------------------------------------------------- requests about all shards */

/* A request to several shards: which still lack an answer, and the answers. */
struct wide {
    enum script script;
    bool *open;
    redisReply **reply;
    size_t *part;        /* TAKE: how many rows are wanted of each shard */
    size_t count, bytes; /* for each shard */
};

/* LIST goes on behind an id: at the place of that id and a zero byte. */
static void send_from(const struct op *op) {
    char id[ID_MOST + 1] = "";
    const struct text from = {id, op->id.size ? op->id.size + 1 : 0};

    if (op->id.size)
        memcpy(id, op->id.at, op->id.size);
    call_place(from, op->due);
}

static void send_wide(const struct wide *w, const struct op *op, unsigned shard) {
    call_script(w->script, shard, lease_of(shard)->token);
    if (op->kind == OP_LIST) {
        send_from(op);
        call_wide(op->period);
        call_text(op->payload);
        call_number(w->count);
        call_number(256 + LOOK_MOST / option.shards);
    } else if (op->kind == OP_TAKE || op->kind == OP_DEAD) {
        call_number(op->kind == OP_TAKE ? w->part[shard] : w->count);
        call_number(w->bytes);
    }
    if (op->kind == OP_TAKE)
        call_number(option.lease_ms);
    else if (op->kind == OP_DEAD)
        call_number(op->due);
    call_send();
}

/* Asks the open shards, and takes the answers; those that were refused for their token
   stay open. A TAKE and a COUNT pass over a shard that is damaged. */
static enum said turn_wide(struct wide *w, const struct op *op) {
    const bool passes = op->kind == OP_TAKE || op->kind == OP_COUNT;
    enum said worst = SAID_DONE;

    for (unsigned i = 0; i < option.shards; i++)
        if (w->open[i])
            send_wide(w, op, i);
    for (unsigned i = 0; i < option.shards; i++) {
        enum said said;

        if (!w->open[i])
            continue;
        said = call_answer(&w->reply[i]);
        if (said == SAID_BROKEN)
            return said;
        if (said == SAID_STALE)
            lease_stale(i, w->reply[i]);
        w->open[i] = said == SAID_STALE || said == SAID_AGAIN;
        if (said == SAID_ERROR && passes && call_damaged(w->reply[i]))
            lease_of(i)->ready = 0;
        else if (said > worst)
            worst = said;
        if (said != SAID_DONE && w->reply[i])
            freeReplyObject(w->reply[i]);
        if (said != SAID_DONE)
            w->reply[i] = NULL;
    }
    return worst == SAID_AGAIN && !redis_reload() ? SAID_BROKEN : worst;
}

static enum said ask_wide(struct wide *w, const struct op *op) {
    enum said said = SAID_STALE;

    for (int i = 0; (said == SAID_STALE || said == SAID_AGAIN) && i < TURNS; i++)
        said = turn_wide(w, op);
    return said;
}

static void free_wide(struct wide *w, enum said said) {
    for (unsigned i = 0; i < option.shards; i++) {
        if (w->reply[i])
            freeReplyObject(w->reply[i]);
        w->reply[i] = NULL;
        w->open[i] = false;
    }
    (void)done(NULL, said);
}

/* A number of 16 digits. */
static uint64_t wide_at(const char *at) {
    uint64_t n = 0;

    for (int i = 0; i < 16; i++)
        n = n * 10 + (uint64_t)(at[i] - '0');
    return n;
}

/* The text of a firing, as shard.lua describes it, and its id or its name. */
static struct row row_of(struct text id, struct text text) {
    struct row row = {id, text, 0, 0, 0, 0, 0};
    const bool once = text.at[0] == 't';
    const char *const numbers = text.at + (once ? 17 : 1);
    char *at;

    row.generation = wide_at(numbers);
    row.due = wide_at(numbers + 16);
    if (once) {
        row.attempt = 1;
        row.payload.at = numbers + 32;
        row.payload.size = text.size - 49;
        return row;
    }
    row.id.at += 3;
    row.id.size -= 19;
    (void)strtoull(numbers + 32, &at, 10);
    row.attempt = strtoull(at, &at, 10);
    (void)strtoull(at, &at, 10);
    row.period = strtoull(at, &at, 10);
    row.missed = strtoull(at, &at, 10);
    row.payload.at = at + 1;
    row.payload.size = text.size - (size_t)(row.payload.at - text.at);
    return row;
}

static void add_rows(struct op *op, const redisReply *reply) {
    for (size_t i = 1; i + 2 <= reply->elements && !(op->kind == OP_DEAD && op_full(op)); i += 2) {
        const struct text text = reply_text(reply, i + 1);
        struct row row;

        if (text.size < TEXT_LEAST)
            continue;
        row = row_of(reply_text(reply, i), text);
        op_row(op, &row);
        op->again += row.attempt > 1;
    }
}

static void merge_list(const redisReply *reply) {
    const struct text reached = reply_text(reply, 1);

    for (size_t i = 2; i + 4 <= reply->elements; i += 4) {
        const struct seen s = {0, reply_text(reply, i), reply_number(reply, i + 1),
                               reply_number(reply, i + 2), reply_number(reply, i + 3)};

        list_add(&s);
    }
    if (reached.size > 16) {
        const struct text id = {reached.at + 16, reached.size - 16};

        list_reached(wide_at(reached.at), id);
    }
}

static void merge_oldest(struct counts *c, uint64_t due) {
    if (due && (!c->oldest || due < c->oldest))
        c->oldest = due;
}

static void merge(struct op *op, const redisReply *reply) {
    if (op->kind == OP_NEXT && reply->elements == 2) {
        const int64_t due = (int64_t)reply_number(reply, 1);

        op->number = op->number < 0 || due < op->number ? due : op->number;
    } else if (op->kind == OP_COUNT) {
        op->counts.waiting += reply_number(reply, 1);
        op->counts.ready += reply_number(reply, 2);
        op->counts.leased += reply_number(reply, 3);
        op->counts.dead += reply_number(reply, 4);
        op->counts.delayed += reply_number(reply, 5);
        merge_oldest(&op->counts, reply_number(reply, 6));
    } else if (op->kind == OP_DEAD) { /* the answer begins with how many it passed over, and one */
        op->due -= reply_number(reply, 0) - 1;
        add_rows(op, reply);
    } else if (op->kind == OP_LIST) {
        merge_list(reply);
    }
}

/* The rows of the shards that were asked. The answer of each begins with how many names its
   queue has left, and one. Has any some left? */
static bool merge_taken(struct op *op, const struct wide *w) {
    bool left = false;

    for (unsigned i = 0; i < option.shards; i++) {
        if (!w->reply[i])
            continue;
        add_rows(op, w->reply[i]);
        lease_of(i)->ready = (size_t)reply_number(w->reply[i], 0) - 1;
        left = left || lease_of(i)->ready > 0;
    }
    return left;
}

/* Opens the next shards that may have something, whoever owns them, until they may have
   all that is wanted: a call costs as much as many rows. Each gets its part, and an equal
   share of the rest. How many? */
static unsigned choose(struct wide *w, const struct op *op) {
    static unsigned next;
    const unsigned first = next;
    size_t left = op->count - op->rows_n;
    unsigned n = 0;

    for (unsigned i = 0; i < option.shards && n < TAKE_SHARDS && left > 0; i++) {
        const unsigned shard = (first + i) % option.shards;
        const size_t ready = lease_of(shard)->ready;

        w->open[shard] = ready > 0;
        if (!ready)
            continue;
        w->part[shard] = ready < left ? ready : left;
        left -= w->part[shard];
        next = shard + 1;
        n++;
    }
    for (unsigned i = 0; i < option.shards && n; i++)
        if (w->open[i])
            w->part[i] += left / n;
    if (n)
        w->bytes = (ANSWER_MOST - op->rows.size) / n + 1;
    return n;
}

/* The loop ends: each turn takes what is ready, finds a shard that has nothing more, or some
   of what is done with. If that is all it finds, another part goes on. */
static enum said run_take(struct wide *w, struct op *op) {
    enum said said = SAID_DONE;
    int idle = 0;

    op->generation = 0;
    while (said == SAID_DONE && !op_full(op) && idle < IDLE_TURNS && choose(w, op) > 0) {
        const size_t before = op->rows_n;

        said = ask_wide(w, op);
        idle += merge_taken(op, w) && op->rows_n == before;
        free_wide(w, SAID_DONE);
    }
    op->generation = idle == IDLE_TURNS && op->rows_n == 0;
    return said;
}

/* How many shards are asked together? Those whose answers are large are few; while there are
   rows to pass over, each tells how many it leaves to the next. */
static unsigned group_of(const struct op *op) {
    if (op->kind != OP_DEAD)
        return option.shards;
    return op->due ? 1 : TAKE_SHARDS;
}

static enum said run_each(struct wide *w, struct op *op) {
    enum said said = SAID_DONE;

    for (unsigned first = 0, most; said == SAID_DONE && first < option.shards; first += most) {
        most = group_of(op);
        if (op->kind == OP_DEAD && op_full(op))
            break;
        for (unsigned i = first; i < option.shards && i - first < most; i++)
            w->open[i] = true;
        said = ask_wide(w, op);
        for (unsigned i = first; said == SAID_DONE && i < option.shards && i - first < most; i++)
            if (w->reply[i])
                merge(op, w->reply[i]);
        if (said == SAID_DONE && op->kind == OP_LIST)
            list_end(op);
        if (op->kind == OP_DEAD)
            free_wide(w, SAID_DONE);
    }
    return said;
}

/* LIST needs not all that it wants of one shard: it answers how far all have looked. */
static void run_all(struct op *op) {
    static const enum script scripts[] = {[OP_NEXT] = SCRIPT_NEXT,
                                          [OP_TAKE] = SCRIPT_TAKE,
                                          [OP_DEAD] = SCRIPT_DEAD,
                                          [OP_LIST] = SCRIPT_LIST,
                                          [OP_COUNT] = SCRIPT_COUNT};
    static struct wide w;
    enum said said;

    if (!w.open) {
        w.open = (bool *)must(calloc(option.shards, sizeof *w.open));
        w.reply = (redisReply **)must(calloc(option.shards, sizeof(redisReply *)));
        w.part = (size_t *)must(calloc(option.shards, sizeof *w.part));
    }
    op_reset(op);
    op->number = -1;
    w.script = scripts[op->kind];
    w.count = op->count;
    if (op->kind == OP_LIST)
        w.count = 32 + 4 * op->count / option.shards;
    w.bytes = ANSWER_MOST;
    list_begin();
    said = op->kind == OP_TAKE ? run_take(&w, op) : run_each(&w, op);
    free_wide(&w, said);
    if (said != SAID_DONE && op->rows_n == 0)
        op_fail(op, said == SAID_BROKEN ? OUTCOME_UNSURE : OUTCOME_REFUSED);
}

static void redis_run(struct op *const *ops, size_t n) {
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && (about_id(ops[j]) || ops[j]->kind == OP_NONE); j++)
            continue;
        if (j > i && redis_db)
            run_ids(ops + i, j - i);
        else if (j == i && redis_db)
            run_all(ops[j++]);
        else
            for (j = j > i ? j : i + 1; i < j; i++)
                op_fail(ops[i], OUTCOME_REFUSED);
    }
}

/* ---------------------------------------------------------------- what only owners do */

/* A tick of the store's clock too early does no harm: the timer is put off. Too late, a
   periodic timer's next occurrence could be over before it waits. */
static void find_next(struct timer *t) {
    const uint64_t now = (uint64_t)((int64_t)clock_us(true) + far_offset_us()) / 1000;

    if (t->period)
        t->next = tw_forward(t->due, t->period, now < t->due ? t->due : now, &t->missed);
    if (t->next > TIME_MOST)
        t->next = 0;
}

static bool fires_once(const struct timer *t) { return !t->period && !t->skip; }

static void call_timer(struct timer *t) {
    call_text(timer_id(t));
    call_number(t->generation);
    if (t->next)
        call_wide(t->next);
    else
        call_number(0);
    call_number(t->missed);
    call_number(t->skip);
}

/* The answer for those of a shard, in the order of its call: a digit for each, and a
   generation for each that does not fire once. */
static void fates(struct timer *const *timers, const int *next, int first, enum said said,
                  const redisReply *reply) {
    const struct text none = {"", 0}, digits = said == SAID_DONE ? reply_text(reply, 1) : none;
    size_t at = 0, at_generation = 2;

    for (int once = 1; once >= 0; once--)
        for (int i = first; i >= 0; i = next[i]) {
            struct timer *const t = timers[i];

            if (fires_once(t) != (once == 1))
                continue;
            t->fate = said == SAID_AGAIN ? FATE_EARLY : FATE_LOST;
            if (at < digits.size)
                t->fate = (enum fate)(digits.at[at] - '0');
            if (said == SAID_DONE && !once) {
                t->next_generation = reply_number(reply, at_generation++);
                lease_counts(t->shard, t->next_generation);
            }
            at++;
        }
}

static size_t fired_of(struct timer *const *timers, const int *next, int first) {
    size_t n = 0;

    for (int i = first; i >= 0; i = next[i])
        n += timers[i]->fate == FATE_FIRED && !timers[i]->skip;
    return n;
}

/* By shard: first[shard] is the number of its first timer, next[i] that of the one behind
   timer i; -1: none. */
static void group(struct timer *const *timers, size_t n, int *first, int *next) {
    for (unsigned s = 0; s < option.shards; s++)
        first[s] = -1;
    for (size_t i = n; i--;) {
        next[i] = first[timers[i]->shard];
        first[timers[i]->shard] = (int)i;
    }
}

static void send_firing(struct timer *const *timers, const int *next, int first, unsigned shard) {
    uint64_t once = 0, latest = 0;

    for (int i = first; i >= 0; i = next[i])
        if (fires_once(timers[i])) {
            once++;
            latest = timers[i]->due > latest ? timers[i]->due : latest;
        }
    call_script(SCRIPT_FIRE, shard, lease_of(shard)->token);
    call_number(once);
    call_wide(latest);
    for (int i = first; i >= 0; i = next[i])
        if (fires_once(timers[i]))
            call_member(timer_id(timers[i]), timers[i]->due, timers[i]->generation);
    for (int i = first; i >= 0; i = next[i])
        if (fires_once(timers[i]))
            call_firing(timer_id(timers[i]), timers[i]->generation);
    for (int i = first; i >= 0; i = next[i])
        if (!fires_once(timers[i])) {
            find_next(timers[i]);
            call_timer(timers[i]);
        }
    call_send();
}

static bool redis_fire(struct timer *const *timers, size_t n) {
    static int *first, next[ROWS_MOST];
    bool forgotten = false;

    if (!first)
        first = (int *)must(calloc(option.shards, sizeof *first));
    group(timers, n, first, next);
    for (unsigned s = 0; s < option.shards; s++) {
        if (first[s] >= 0 && lease_valid(s)) {
            send_firing(timers, next, first[s], s);
        } else if (first[s] >= 0) {
            fates(timers, next, first[s], SAID_STALE, NULL);
            first[s] = -1;
            engine_lose(s);
        }
    }
    for (unsigned s = 0; s < option.shards; s++) {
        redisReply *reply;
        enum said said;

        if (first[s] < 0)
            continue;
        said = call_answer(&reply);
        fates(timers, next, first[s], said, reply);
        lease_of(s)->ready += fired_of(timers, next, first[s]);
        if (said == SAID_STALE)
            lease_stale(s, reply);
        if (said == SAID_ERROR && call_damaged(reply))
            lease_damaged(s);
        else if (said == SAID_ERROR)
            engine_lose(s);
        forgotten = forgotten || said == SAID_AGAIN;
        if (!done(reply, said))
            return false;
    }
    stats.commits++;
    return !forgotten || redis_reload();
}

enum { LOADED_AT_ONCE = 16 }; /* shards: their rows are in memory together */

/* The answer to a call that only the owner makes. If Redis refuses the call, the shard is
   damaged and given up, or lost until the lease is renewed, and the others go on; the answer
   is empty then. False: the connection is broken. */
static bool owner_answer(unsigned shard, redisReply **reply, bool *forgotten) {
    const enum said said = call_answer(reply);

    if (said == SAID_STALE)
        lease_stale(shard, *reply);
    if (said == SAID_DONE)
        return true;
    if (said == SAID_ERROR && call_damaged(*reply))
        lease_damaged(shard);
    else if (said == SAID_ERROR || said == SAID_AGAIN)
        engine_lose(shard);
    *forgotten = *forgotten || said == SAID_AGAIN;
    (void)done(*reply, said);
    *reply = NULL;
    return said != SAID_BROKEN;
}

static void send_load(const struct part *part, uint64_t until) {
    const struct text id = {part->from->id, part->from->size};

    call_script(SCRIPT_LOAD, part->shard, lease_of(part->shard)->token);
    call_place(id, part->from->due);
    call_wide(until);
    call_number(part->most);
    call_send();
}

static void take_loaded(struct part *part, const redisReply *reply) {
    if (reply->elements % 4 == 2)
        say(LEVEL_ERROR, "%s: timers of shard %u that had no row: %llu", option.redis, part->shard,
            (unsigned long long)reply_number(reply, reply->elements - 1));
    for (size_t i = 1; i + 4 <= reply->elements; i += 4, part->n++) {
        const struct seen s = {part->shard, reply_text(reply, i), reply_number(reply, i + 1),
                               reply_number(reply, i + 2), reply_number(reply, i + 3)};

        engine_loaded(&s);
    }
}

/* Is the lease over? It is lost, then. */
static bool over(unsigned shard) {
    const bool valid = lease_valid(shard);

    if (!valid)
        engine_lose(shard);
    return !valid;
}

static bool load_some(struct part *parts, size_t count, uint64_t until) {
    bool sent[LOADED_AT_ONCE], forgotten = false;

    for (size_t i = 0; i < count; i++) {
        sent[i] = !over(parts[i].shard);
        if (sent[i])
            send_load(&parts[i], until);
    }
    for (size_t i = 0; i < count; i++) {
        redisReply *reply = NULL;

        if (sent[i] && !owner_answer(parts[i].shard, &reply, &forgotten))
            return false;
        if (reply)
            take_loaded(&parts[i], reply);
        if (reply)
            freeReplyObject(reply);
    }
    return !forgotten || redis_reload();
}

static bool redis_load(struct part *parts, size_t count, uint64_t until) {
    for (size_t i = 0, n; i < count; i += n) {
        n = count - i < LOADED_AT_ONCE ? count - i : LOADED_AT_ONCE;
        if (!load_some(parts + i, n, until))
            return false;
    }
    return true;
}

static void take_expired(struct expiry *e, const redisReply *reply) {
    e->next_ms = reply->elements > 1 ? reply->element[1]->integer : -1;
    e->expired = (size_t)reply_number(reply, 2);
    e->buried = (size_t)reply_number(reply, 3);
    e->delayed = (size_t)reply_number(reply, 4);
    if (e->expired + e->delayed > e->buried)
        lease_of(e->shard)->ready += e->expired + e->delayed;
}

/* A shard whose lease is over is refused by its token, or is still ours by the store's
   clock: expire.lua does no harm then. */
static bool redis_expire(struct expiry *e, size_t count) {
    bool forgotten = false;

    for (size_t i = 0; i < count; i++) {
        call_script(SCRIPT_EXPIRE, e[i].shard, lease_of(e[i].shard)->token);
        call_number(option.lease_ms);
        call_number(option.attempts);
        call_number(option.batch);
        call_send();
    }
    for (size_t i = 0; i < count; i++) {
        redisReply *reply;

        if (!owner_answer(e[i].shard, &reply, &forgotten))
            return false;
        if (reply)
            take_expired(&e[i], reply);
        if (reply)
            freeReplyObject(reply);
    }
    return !forgotten || redis_reload();
}

/* The settings of a Redis can be changed while it runs. */
static bool redis_keep(void) {
    const uint64_t now = clock_us(true);
    const bool looks = now >= inspect_at_us;

    if (looks)
        inspect_at_us = now + option.inspect_ms * 1000;
    if ((!looks || redis_inspect()) && leases_keep())
        return true;
    redis_disconnect();
    return false;
}

/* ---------------------------------------------------------------------------- notices */

/* "lease shard ms" to the owner of the shard: NACK put a firing off. */
static void delayed_elsewhere(const char *message) {
    char *at;
    const unsigned long shard = strtoul(message, &at, 10);

    if (shard < option.shards)
        engine_lease((unsigned)shard, strtoull(at, NULL, 10));
}

/* "shard generation due period id" to the owner of the shard. */
static void armed_elsewhere(const char *message, size_t size) {
    struct seen s;
    char *at;

    s.shard = (unsigned)strtoul(message, &at, 10);
    s.generation = strtoull(at, &at, 10);
    s.due = strtoull(at, &at, 10);
    s.period = strtoull(at, &at, 10);
    s.id.at = at + 1;
    s.id.size = size - (size_t)(s.id.at - message);
    if (*at == ' ' && s.shard < option.shards && s.id.size && s.id.size <= ID_MOST)
        engine_armed(&s);
}

/* "shard timerd", of one that has something to take; what this timerd did it knows. */
static void ready_elsewhere(const char *message) {
    char *at;
    const unsigned long shard = strtoul(message, &at, 10);

    if (shard >= option.shards || (*at == ' ' && strcmp(at + 1, redis_me) == 0))
        return;
    lease_hint((unsigned)shard);
    engine_ready();
}

static void notice(const redisReply *reply) {
    const struct text channel = reply_text(reply, 1), text = reply_text(reply, 2);

    if (reply->elements != 3 || !text.size)
        return;
    if (strncmp(text.at, "lease ", 6) == 0) {
        delayed_elsewhere(text.at + 6);
    } else if (channel.size < 6 || strcmp(channel.at + channel.size - 6, ":ready") != 0) {
        armed_elsewhere(text.at, text.size);
    } else {
        ready_elsewhere(text.at);
    }
}

static bool redis_notices(void) {
    redisReply *reply;

    if (!redis_listen()) {
        redis_disconnect();
        return false;
    }
    while ((reply = redis_notice()) != NULL) {
        notice(reply);
        freeReplyObject(reply);
    }
    return true;
}

const struct store store_redis = {redis_open,   redis_close,      redis_up,   far_offset_us,
                                  redis_shard,  redis_last_error, redis_run,  redis_fire,
                                  redis_load,   redis_expire,     redis_keep, redis_notices_fd,
                                  redis_notices};
