/* SPDX-License-Identifier: MIT-0 */
#include "load.h"
#include "conn.h"
#include "replies.h"
#include "report.h"
#include "servers.h"
#include <inttypes.h>
#include <stdio.h>

enum {
    AGAIN_MOST = 64,
    LATER_MOST = 65536,
    FAR_MS = 600000,
    STATS_US = 100000,
    SALVO_MS = 80,
    SALVO = 100
};

enum phase phase;

static struct request again[AGAIN_MOST]; /* lost or refused: to be sent once more */
static unsigned again_n;

/* Firings to be acknowledged, and when. */
static struct later {
    uint32_t firing;
    uint64_t at_us;
} later[LATER_MOST];

static unsigned later_n;

static uint64_t answers, drained_us;
static uint64_t counted_after_us;
static unsigned empty_n;
static uint32_t drain_next;
static uint64_t salvo_due;
static unsigned salvo_left;

/* What STATS said: the whole store, and `fenced` of each life of a timerd. */
static struct { int64_t waiting, ready, leased, dead; } store_holds = {-1, -1, -1, -1};

static struct {
    unsigned life;
    uint64_t fenced;
} told[TIMERDS_MOST];

static uint64_t stats_at_us[TIMERDS_MOST];

uint64_t load_answers(void) { return answers; }

bool load_drained(void) { return drained_us != 0; }

void load_print_store(void) {
    printf("the store says: %" PRId64 " waiting, %" PRId64 " ready, %" PRId64 " leased, %" PRId64
           " dead\n",
           store_holds.waiting, store_holds.ready, store_holds.leased, store_holds.dead);
}

/* ---------------------------------------------------------------------------- answers */

static void acknowledge(uint32_t firing, uint64_t at_us) {
    if (later_n == LATER_MOST)
        give_up("too many firings wait for their ACK");
    later[later_n].firing = firing;
    later[later_n++].at_us = at_us;
}

/* A consumer is quick, slow, or gone; what some timers fire is mostly left to the
   dead-letter list. */
static void consume(uint32_t firing) {
    const uint64_t fate = random_below(100), now = now_us();

    if (phase != DRAIN && model_firing_id(firing) % 16 == 5 && fate < 80)
        return;
    if (phase != RUN || fate < 70)
        acknowledge(firing, now);
    else if (fate < 90)
        acknowledge(firing, now + random_below(2 * LEASE_MS * 1000u));
}

static void rows(const struct request *r, const redisReply *reply) {
    reply_expect(r, reply->type == REDIS_REPLY_ARRAY && reply->elements <= r->count);
    for (size_t i = 0; i < reply->elements; i++) {
        struct row row;
        uint32_t firing;

        (void)reply_row(r, reply->element[i], &row);
        firing = model_row(r, &row);
        if (r->kind == DEAD)
            acknowledge(firing, now_us());
        else
            consume(firing);
    }
}

/* Counts may be old, and those of timers and of firings are not of one instant. Nothing is
   there if all are 0 that were counted after no timer waited: that is so if all are 0 that were
   counted after the last one was armed. */
static bool is_drained(uint64_t sent_us, const redisReply *reply) {
    const uint64_t age_us = (uint64_t)reply_stat(reply, "counted-ms-ago") * 1000;

    if (phase != DRAIN || drain_next != settings.ids)
        return false;
    if (counted_after_us != 0 && counted_after_us + age_us >= sent_us)
        return false;
    if (counted_after_us != 0 &&
        (store_holds.waiting || store_holds.ready || store_holds.leased || store_holds.dead))
        return false;
    counted_after_us = now_us();
    return ++empty_n == 3; /* the first one tells nothing */
}

static void stats(const struct request *r, const struct conn *c, const redisReply *reply) {
    const uint64_t fenced = (uint64_t)reply_stat(reply, "fenced");

    store_holds.waiting = reply_stat(reply, "waiting");
    store_holds.ready = reply_stat(reply, "ready");
    store_holds.leased = reply_stat(reply, "leased");
    store_holds.dead = reply_stat(reply, "dead");
    report.fenced += told[c->server].life == c->life ? fenced - told[c->server].fenced : fenced;
    told[c->server].life = c->life;
    told[c->server].fenced = fenced;
    if (is_drained(r->sent_us, reply))
        drained_us = now_us();
}

static void send_again(const struct request *r) {
    if (r->kind == ACK && (phase != RUN || random_chance(70)))
        acknowledge(r->firing, now_us() + random_below(20000));
    if (r->kind <= CANCEL && again_n < AGAIN_MOST && random_chance(50))
        again[again_n++] = *r;
}

void load_lost(const struct request *r) {
    report.lost++;
    model_lost(r);
    send_again(r);
}

void load_answer(struct conn *c, const struct request *r, const redisReply *reply) {
    const enum verdict verdict = reply_verdict(r, reply);
    struct row row;

    answers++;
    if (verdict == UNSURE) {
        report.unsure++;
        model_lost(r);
    } else if (verdict == REFUSED) {
        model_refused(r);
    }
    if (verdict != ANSWERED) {
        send_again(r);
        c->next_us = now_us() + 5000 + random_below(30000);
        return;
    }
    report.acknowledged++;
    switch (r->kind) {
    case ARM:
        reply_expect(r, reply->type == REDIS_REPLY_STATUS);
        model_armed(r);
        break;
    case CANCEL:
        model_cancelled(r, reply_bool(r, reply));
        break;
    case GET:
        model_got(r, reply_row(r, reply, &row) ? &row : NULL);
        break;
    case ACK:
        model_acked(r, reply_bool(r, reply));
        break;
    case STATS:
        stats(r, c, reply);
        break;
    case TAKE:
    case DEAD:
        rows(r, reply);
        break;
    }
}

/* -------------------------------------------------------------------------- producers */

static uint64_t random_due(uint64_t now) {
    const uint64_t kind = random_below(100);

    if (kind < 10)
        return now - random_below(1000);
    if (kind < 45)
        return now + random_below(60);
    if (kind < 75)
        return now + random_below(2 * WINDOW_MS);
    if (kind < 95)
        return now + WINDOW_MS / 2 * (1 + random_below(3)) + random_below(20) - 10;
    return now + FAR_MS + random_below(FAR_MS);
}

static struct request request_of(enum kind kind, uint32_t id) {
    const struct request r = {kind, id, 0, 0, 0, -1, 0};

    return r;
}

static struct request arm(uint32_t id, uint64_t due, uint64_t period) {
    struct request r = request_of(ARM, id);

    r.arming = model_arming(id, due, period);
    return r;
}

uint64_t load_salvo(void) {
    salvo_due = now_us() / 1000 + SALVO_MS;
    salvo_left = SALVO;
    return salvo_due * 1000;
}

static bool salvo(uint64_t now) { return salvo_left > 0 && now / 1000 < salvo_due; }

static struct request random_arm(uint32_t id) {
    if (salvo(now_us())) {
        salvo_left--;
        return arm(id, salvo_due, 0);
    }
    return arm(id, random_due(now_us() / 1000), random_chance(6) ? 20 + random_below(600) : 0);
}

/* One timer of four is moved and cancelled often; the others mostly live until they fire.
   Some are cancelled when they may be in the queue. */
static bool random_request(struct request *r) {
    const uint32_t id = (uint32_t)random_below(settings.ids);
    const uint64_t choice = random_below(100);

    if (model_busy(id))
        return false;
    if (!model_may_wait(id) && choice < 85) {
        *r = random_arm(id);
        return true;
    }
    if (model_ripe(id) && random_chance(30)) {
        *r = request_of(CANCEL, id);
        return true;
    }
    if (model_may_wait(id) && id % 4 && !random_chance(model_unsure(id) ? 20 : 4))
        return false;
    if (choice < 30)
        *r = request_of(CANCEL, id);
    else if (choice < 60 && !model_unsure(id))
        *r = random_arm(id);
    else
        *r = request_of(GET, id);
    return true;
}

/* An ARM is sent again only while nothing else was asked of its timer since. */
static bool repeat(struct request *r) {
    if (again_n == 0 || !random_chance(30))
        return false;
    *r = again[--again_n];
    return !model_busy(r->id) && (r->kind != ARM || model_last(r->arming));
}

/* Asks of each timer that may wait what it is due for; what is far is cancelled, which
   must stop it. A periodic one is made to fire once, now: so all that it has fired stays
   in the queue. */
static bool drain_request(struct request *r) {
    const uint64_t now = now_us() / 1000;
    uint32_t id;

    while (drain_next < settings.ids && !model_may_wait(drain_next) && !model_busy(drain_next))
        drain_next++;
    if (drain_next == settings.ids || model_busy(drain_next))
        return false;
    id = drain_next;
    if (model_unsure(id)) {
        *r = request_of(GET, id);
        drain_next += !model_waits_for_long(id, now);
    } else if (model_waits_periodically(id)) {
        *r = arm(id, now, 0);
    } else if (model_waits_for_long(id, now)) {
        *r = request_of(random_chance(50) ? CANCEL : GET, id);
    } else {
        drain_next++;
        return false;
    }
    return true;
}

static void produce(struct conn *c, uint64_t now) {
    struct request r;
    bool found = false;

    if (now >= stats_at_us[c->server] && c->n < DEPTH) {
        r = request_of(STATS, 0);
        stats_at_us[c->server] = now + STATS_US;
        conn_send(c, &r);
    }
    if (c->n >= 4 || (now < c->next_us && !salvo(now)))
        return;
    if (phase == RUN)
        found = repeat(&r) || random_request(&r);
    else if (phase == DRAIN)
        found = drain_request(&r);
    if (!found)
        return;
    conn_send(c, &r);
    c->next_us = now + random_below(3000);
}

/* -------------------------------------------------------------------------- consumers */

static void send_acks(struct conn *c, uint64_t now) {
    for (unsigned i = 0; i < later_n && c->n < DEPTH - 2;) {
        struct request r;

        if (later[i].at_us > now) {
            i++;
            continue;
        }
        r = request_of(ACK, model_firing_id(later[i].firing));
        r.firing = later[i].firing;
        later[i] = later[--later_n];
        if (!model_firing_busy(r.firing))
            conn_send(c, &r);
    }
}

static void consumer(struct conn *c, uint64_t now) {
    struct request r = request_of(random_chance(phase == RUN ? 2 : 20) ? DEAD : TAKE, 0);

    if (c->n || now < c->next_us)
        return;
    send_acks(c, now);
    r.count = 1 + (unsigned)random_below(20);
    if (r.kind == TAKE && random_chance(50))
        r.block_ms = 1 + (int64_t)random_below(100);
    conn_send(c, &r);
    c->next_us = now + (r.block_ms < 0 ? 1000 + random_below(10000) : 0);
}

void load_turn(void) {
    const uint64_t now = now_us();

    conns_open();
    for (unsigned i = 0; i < conns_n(); i++) {
        struct conn *const c = &conns[i];

        if (!c->c || timerd[c->server].stopped)
            continue;
        if (c->consumer)
            consumer(c, now);
        else
            produce(c, now);
    }
    conns_wait(1);
}

void load_drain_begin(void) {
    drain_next = 0;
    drained_us = counted_after_us = empty_n = 0;
}
