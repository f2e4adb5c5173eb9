/* SPDX-License-Identifier: MIT-0 */
#include "commands.h"
#include "../../node.h"
#include "engine.h"
#include "figures.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that a row may have, a reply without rows, and a reply of one line. The rows of a
   batch have RUN_MOST at most. A byte of RESP is JSON_GROWS bytes of JSON at most. */
enum {
    ROW_SIZE = PAYLOAD_MOST + 512,
    LISTED_SIZE = 512,
    REPLY_SIZE = 4096,
    SHORT_SIZE = 512,
    RUN_MOST = 32 << 20,
    JSON_GROWS = 6
};

/* CANCEL looks at so many firings at first, among other requests, and then at so many in a
   part. A batch has few requests that look at LOOK_MOST rows: each counts as WIDE. */
enum { FIRST_PART = 16, NEXT_PART = 250, WIDE = 100, SLOTS = 4096 };

struct request {
    struct request *next;
    struct conn *conn;
    struct words *words; /* while they are read; they lie in `bytes`, as what op points to */
    struct op op;
    struct buffer reply;             /* if it is known before the store answers */
    bool stats, holds, blocks, over; /* holds: nothing more is read from conn until the answer */
    bool finishes, stops;
    bool done, stopped; /* the store has answered; CANCEL: a part of it stopped something */
    struct asked asked;
    bool resp3;        /* the protocol of the answer */
    uint64_t block_ms; /* 0: for ever */
    size_t promised;   /* bytes that the reply may have */
    struct tw_node deadline;
    char bytes[];
};

struct queue {
    struct request *first, **end;
    size_t n;
    size_t promised; /* bytes that the replies may have */
};

static struct queue arrived = {NULL, &arrived.first, 0, 0}, blocked = {NULL, &blocked.first, 0, 0};
static size_t to_wake; /* the first of `blocked`, which may be given something now */

/* Requests that are done in parts, of each connection one; and what waits behind them. */
static struct queue parted = {NULL, &parted.first, 0, 0}, behind = {NULL, &behind.first, 0, 0};
static bool stopping, deadline_passed;

static const struct text no_text = {"", 0};

static void push(struct queue *q, struct request *r) {
    r->next = NULL;
    *q->end = r;
    q->end = &r->next;
    q->n++;
    q->promised += r->promised;
}

static struct request *pop(struct queue *q) {
    struct request *const r = q->first;

    q->first = r->next;
    if (!q->first)
        q->end = &q->first;
    q->n--;
    q->promised -= r->promised;
    return r;
}

static void request_free(struct request *r) {
    engine_cancel(&r->deadline);
    conn_pend(r->conn, -1);
    conn_promise(r->conn, 0, r->promised);
    buffer_free(&r->op.rows);
    buffer_free(&r->op.reached);
    buffer_free(&r->reply);
    free(r);
}

/* --------------------------------------------------------------- operations, answered */

void op_reset(struct op *op) {
    op->outcome = OUTCOME_DONE;
    op->number = 0;
    op->rows.size = op->rows_n = op->again = 0;
    op->reached.size = 0;
    memset(&op->counts, 0, sizeof op->counts);
}

void op_fail(struct op *op, enum outcome outcome) {
    op_reset(op);
    op->outcome = outcome;
}

bool op_full(const struct op *op) {
    return op->rows_n >= op->count || op->rows.size >= ANSWER_MOST;
}

void op_row(struct op *op, const struct row *row) {
    resp_array(&op->rows, 6);
    resp_text(&op->rows, row->id);
    resp_integer(&op->rows, row->generation);
    resp_integer(&op->rows, row->due);
    resp_text(&op->rows, row->payload);
    resp_integer(&op->rows, op->kind == OP_GET ? row->period : row->attempt);
    resp_integer(&op->rows, row->missed);
    op->rows_n++;
}

/* --------------------------------------------------------------------------- requests */

static void bad(struct request *r, const char *why) {
    stats.bad_requests++;
    r->op.kind = OP_NONE;
    r->reply.size = 0;
    resp_error(&r->reply, "ERR %s", why);
}

static bool number(struct request *r, int i, uint64_t least, uint64_t most, uint64_t *to) {
    return text_number(r->words->word[i], least, most, to);
}

static void take_id(struct request *r, enum op_kind kind) {
    r->op.kind = kind;
    r->op.id = r->words->word[1];
    if (r->op.id.size == 0 || r->op.id.size > ID_MOST)
        bad(r, "an id has 1 to 255 bytes");
}

static void cancel(struct request *r) {
    take_id(r, OP_CANCEL);
    r->op.count = FIRST_PART;
}

static void get(struct request *r) { take_id(r, OP_GET); }

static void next(struct request *r) { r->op.kind = OP_NEXT; }

/* The options behind the count, in any order. */
static bool list_option(struct request *r, int i) {
    const struct text name = r->words->word[i], value = r->words->word[i + 1];

    if (text_is(name, "FROM"))
        return text_number(value, 0, TIME_MOST, &r->op.due);
    if (text_is(name, "TO"))
        return text_number(value, 0, TIME_MOST, &r->op.period);
    if (value.size > ID_MOST)
        return false;
    if (text_is(name, "PREFIX"))
        r->op.payload = value;
    else if (text_is(name, "AFTER"))
        r->op.id = value;
    else
        return false;
    return true;
}

static void arm(struct request *r) {
    take_id(r, OP_ARM);
    r->op.payload = r->words->word[3];
    if (r->op.kind == OP_NONE)
        return;
    if (!number(r, 2, 0, TIME_MOST, &r->op.due))
        bad(r, "due-ms is not an integer from 0 to 9007199254740991");
    else if (r->op.payload.size > PAYLOAD_MOST)
        bad(r, "a payload has at most 65536 bytes");
    else if (r->words->count == 5 ||
             (r->words->count == 6 && !text_is(r->words->word[4], "PERIOD")))
        bad(r, "syntax error: ARM id due-ms payload [PERIOD ms]");
    else if (r->words->count == 6 && !number(r, 5, 1, TIME_MOST, &r->op.period))
        bad(r, "a period is an integer from 1 to 9007199254740991");
}

static void take_count(struct request *r, enum op_kind kind) {
    uint64_t count = 0;

    r->op.kind = kind;
    if (!number(r, 1, 1, ROWS_MOST, &count))
        bad(r, "count is not an integer from 1 to 1000");
    r->op.count = (size_t)count;
}

static void dead(struct request *r) {
    take_count(r, OP_DEAD);
    r->op.due = 0;
    if (r->op.kind == OP_NONE)
        return;
    if (r->words->count == 3 || (r->words->count == 4 && !text_is(r->words->word[2], "SKIP")))
        bad(r, "syntax error: DEAD count [SKIP rows]");
    else if (r->words->count == 4 && !number(r, 3, 0, TIME_MOST, &r->op.due))
        bad(r, "SKIP is not an integer from 0 to 9007199254740991");
}

static void list(struct request *r) {
    take_count(r, OP_LIST);
    r->op.id = r->op.payload = no_text;
    r->op.period = TIME_MOST + 1;
    for (int i = 2; r->op.kind != OP_NONE && i < r->words->count; i += 2)
        if (i + 1 == r->words->count || !list_option(r, i))
            bad(r, "syntax error: LIST count [FROM ms] [TO ms] [PREFIX text] [AFTER id]");
}

static void take(struct request *r) {
    take_count(r, OP_TAKE);
    if (r->op.kind == OP_NONE)
        return;
    if (r->words->count == 3 || (r->words->count == 4 && !text_is(r->words->word[2], "BLOCK")))
        bad(r, "syntax error: TAKE count [BLOCK ms]");
    else if (r->words->count == 4 && !number(r, 3, 0, TIME_MOST, &r->block_ms))
        bad(r, "BLOCK is not an integer from 0 to 9007199254740991");
    else
        r->holds = r->blocks = r->words->count == 4;
}

static void firing(struct request *r, enum op_kind kind) {
    take_id(r, kind);
    if (r->op.kind != OP_NONE && !number(r, 2, 1, TIME_MOST, &r->op.generation))
        bad(r, "a generation is a positive integer");
}

static void ack(struct request *r) { firing(r, OP_ACK); }

static void touch(struct request *r) { firing(r, OP_TOUCH); }

static void requeue(struct request *r) { firing(r, OP_REQUEUE); }

static void nack(struct request *r) {
    firing(r, OP_NACK);
    r->op.due = DELAY_GROWS;
    if (r->op.kind == OP_NONE || r->words->count == 3)
        return;
    if (r->words->count == 4 || !text_is(r->words->word[3], "DELAY"))
        bad(r, "syntax error: NACK id generation [DELAY ms]");
    else if (!number(r, 4, 0, TIME_MOST, &r->op.due))
        bad(r, "DELAY is not an integer from 0 to 9007199254740991");
}

static void count(struct request *r) {
    r->op.kind = OP_COUNT;
    r->stats = true;
}

static void tell_time(struct request *r) {
    const uint64_t us = engine_store_us();
    char text[32];

    if (!store->up()) {
        resp_error(&r->reply, "STORE %s", store->error());
        return;
    }
    resp_array(&r->reply, 2);
    snprintf(text, sizeof text, "%llu", (unsigned long long)(us / 1000000));
    resp_word(&r->reply, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)(us % 1000000));
    resp_word(&r->reply, text);
}

static void ping(struct request *r) {
    if (r->words->count == 2)
        resp_text(&r->reply, r->words->word[1]);
    else
        resp_status(&r->reply, "PONG");
}

static void shutdown_server(struct request *r) {
    if (option.no_shutdown) {
        bad(r, "SHUTDOWN is refused: --no-shutdown");
        return;
    }
    resp_status(&r->reply, "OK");
    r->stops = r->finishes = r->holds = true;
}

static void finish(struct request *r) {
    resp_status(&r->reply, "OK");
    r->finishes = r->holds = true;
}

/* ------------------------------------------ what clients ask before their first request */

/* The name of a user says nothing: the password has the rights. */
static bool admit(struct request *r, struct text password) {
    const enum right right = rights_of(SECRETS_PASSWORD, password);

    if (!rights_wanted(SECRETS_PASSWORD)) {
        bad(r, "AUTH: timerd was started without --password-file");
    } else if (right == RIGHT_NONE) {
        stats.refused++;
        resp_error(&r->reply, "WRONGPASS there is no such password");
    } else {
        conn_admit(r->conn, right);
        return true;
    }
    return false;
}

static void auth(struct request *r) {
    if (admit(r, r->words->word[r->words->count - 1]))
        resp_status(&r->reply, "OK");
}

static void hello(struct request *r) {
    uint64_t version = *conn_resp3(r->conn) ? 3 : 2;

    if (r->words->count > 1 && !number(r, 1, 2, 3, &version)) {
        resp_error(&r->reply, "NOPROTO timerd speaks RESP2 and RESP3");
        return;
    }
    for (int i = 2; i < r->words->count; i++)
        if (text_is(r->words->word[i], "AUTH") && i + 2 < r->words->count) {
            if (!admit(r, r->words->word[i + 2]))
                return;
            break;
        }
    if (conn_right(r->conn) == RIGHT_NONE) {
        resp_error(&r->reply, "NOAUTH Authentication required.");
        return;
    }
    *conn_resp3(r->conn) = r->resp3 = version == 3;
    if (r->resp3)
        resp_map(&r->reply, 6);
    else
        resp_array(&r->reply, 12);
    resp_word(&r->reply, "server");
    resp_word(&r->reply, "timerd");
    resp_word(&r->reply, "version");
    resp_word(&r->reply, TW_VERSION);
    resp_word(&r->reply, "proto");
    resp_integer(&r->reply, version);
    resp_word(&r->reply, "mode");
    resp_word(&r->reply, "standalone");
    resp_word(&r->reply, "role");
    resp_word(&r->reply, "master");
    resp_word(&r->reply, "modules");
    resp_array(&r->reply, 0);
}

static void info(struct request *r) {
    char text[200];

    snprintf(text, sizeof text,
             "# Server\r\nserver_name:timerd\r\ntimerd_version:%s\r\nredis_mode:standalone\r\n"
             "role:master\r\nloading:0\r\nlease_ms:%llu\r\n",
             TW_VERSION, (unsigned long long)option.lease_ms);
    resp_word(&r->reply, text);
}

static void choose(struct request *r) {
    uint64_t database;

    if (number(r, 1, 0, 0, &database))
        resp_status(&r->reply, "OK");
    else
        bad(r, "SELECT: timerd has one database, 0");
}

/* A web page may send requests of HTTP to any port of this machine, with lines of its own
   behind the head. */
static void reject_http(struct request *r) {
    stats.bad_requests++;
    r->finishes = r->holds = true;
}

static void list_commands(struct request *r) { resp_array(&r->reply, 0); }

static void client(struct request *r) { resp_status(&r->reply, "OK"); }

struct command {
    const char *name;
    int least, most; /* words */
    enum right right;
    void (*parse)(struct request *r);
};

static bool may(struct request *r, const struct command *command) {
    const enum right right = conn_right(r->conn);

    if (right >= command->right)
        return true;
    stats.refused++;
    if (right == RIGHT_NONE)
        resp_error(&r->reply, "NOAUTH Authentication required.");
    else
        resp_error(&r->reply, "NOPERM this password has no right to %s", command->name);
    return false;
}

static void parse(struct request *r) {
    static const struct command commands[] = {
        {"ARM", 4, 6, RIGHT_CONSUME, arm},
        {"CANCEL", 2, 2, RIGHT_CONSUME, cancel},
        {"GET", 2, 2, RIGHT_READ, get},
        {"NEXT", 1, 1, RIGHT_READ, next},
        {"LIST", 2, 10, RIGHT_READ, list},
        {"TAKE", 2, 4, RIGHT_CONSUME, take},
        {"ACK", 3, 3, RIGHT_CONSUME, ack},
        {"NACK", 3, 5, RIGHT_CONSUME, nack},
        {"TOUCH", 3, 3, RIGHT_CONSUME, touch},
        {"DEAD", 2, 4, RIGHT_READ, dead},
        {"REQUEUE", 3, 3, RIGHT_ADMIN, requeue},
        {"STATS", 1, 1, RIGHT_READ, count},
        {"TIME", 1, 1, RIGHT_READ, tell_time},
        {"PING", 1, 2, RIGHT_READ, ping},
        {"SHUTDOWN", 1, 1, RIGHT_ADMIN, shutdown_server},
        {"QUIT", 1, 1, RIGHT_NONE, finish},
        {"HELLO", 1, 8, RIGHT_NONE, hello},
        {"COMMAND", 1, ELEMENTS_MOST, RIGHT_READ, list_commands},
        {"INFO", 1, ELEMENTS_MOST, RIGHT_READ, info},
        {"SELECT", 2, 2, RIGHT_READ, choose},
        {"AUTH", 2, 3, RIGHT_NONE, auth},
        {"CLIENT", 2, ELEMENTS_MOST, RIGHT_READ, client},
        {"POST", 1, ELEMENTS_MOST, RIGHT_NONE, reject_http},
        {"HOST:", 1, ELEMENTS_MOST, RIGHT_NONE, reject_http},
    };
    const struct words *const w = r->words;

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (!text_is(w->word[0], commands[i].name))
            continue;
        if (w->count < commands[i].least || w->count > commands[i].most)
            bad(r, "wrong number of arguments");
        else if (may(r, &commands[i]))
            commands[i].parse(r);
        return;
    }
    bad(r, "unknown command");
}

static void on_deadline(struct tw_node *n, tw_tick now) {
    (void)now;
    TW_OF(n, struct request, deadline)->over = deadline_passed = true;
}

static void answer(struct request *r);

static struct request *request_new(struct conn *c, struct words *words) {
    struct request *const r = (struct request *)must(malloc(sizeof *r + words_size(words)));

    memset(r, 0, sizeof *r);
    tw_node_init(&r->deadline, on_deadline);
    r->conn = c;
    r->words = words;
    words_move(words, r->bytes);
    r->resp3 = *conn_resp3(c);
    conn_pend(c, 1);
    return r;
}

static size_t reply_size(const struct request *r) {
    if (r->op.kind == OP_GET)
        return ROW_SIZE;
    if (r->op.kind == OP_LIST)
        return REPLY_SIZE + r->op.count * LISTED_SIZE;
    if (r->op.kind == OP_NONE || r->stats)
        return REPLY_SIZE + r->reply.size;
    if (r->op.kind != OP_TAKE && r->op.kind != OP_DEAD)
        return SHORT_SIZE;
    return r->op.count * ROW_SIZE < ANSWER_MOST ? r->op.count * ROW_SIZE : ANSWER_MOST + ROW_SIZE;
}

static void arrive(struct request *r) {
    r->promised = reply_size(r) * (r->asked.http ? JSON_GROWS : 1);
    conn_promise(r->conn, r->promised, 0);
    push(&arrived, r);
}

/* Answers at once what needs no store and nobody waits before. */
static void begin(struct request *r) {
    if (r->op.kind == OP_NONE && !r->stops && conn_pending(r->conn) == 1)
        answer(r);
    else
        arrive(r);
}

bool commands_add(struct conn *c, struct words *words) {
    struct request *r;
    bool holds;

    if (words->count == 0)
        return true;
    stats.requests++;
    r = request_new(c, words);
    parse(r);
    holds = r->holds;
    begin(r);
    return !holds;
}

void commands_web(struct conn *c, struct words *words, const struct asked *asked) {
    struct request *const r = request_new(c, words);

    stats.requests++;
    if (asked->metrics)
        count(r);
    else
        parse(r);
    r->asked = *asked;
    r->holds = true;
    r->finishes = asked->close;
    begin(r);
}

void commands_refuse(struct conn *c, const char *why) {
    struct words none = {0};
    struct request *const r = request_new(c, &none);

    bad(r, why);
    r->finishes = r->holds = true;
    arrive(r);
}

/* ---------------------------------------------------------------------------- replies */

static void answer_rows(struct buffer *out, const struct op *op, bool resp3) {
    if (op->kind != OP_GET)
        resp_array(out, op->rows_n);
    else if (op->rows_n == 0)
        resp_null(out, resp3);
    buffer_add(out, op->rows.at, op->rows.size);
}

static void answer_stats(struct buffer *out, const struct request *r) {
    const struct known known = {&r->op.counts, r->op.outcome == OUTCOME_DONE, blocked.n};

    if (r->asked.metrics)
        figures_metrics(out, &known);
    else
        figures_stats(out, &known);
}

/* Where to go on, and the rows. */
static void answer_list(struct buffer *out, const struct op *op, bool resp3) {
    const struct text id = {op->reached.at, op->reached.size};

    resp_array(out, 2);
    if (op->number) {
        resp_array(out, 2);
        resp_integer(out, op->reached_due);
        resp_text(out, id);
    } else {
        resp_null(out, resp3);
    }
    resp_array(out, op->rows_n);
    buffer_add(out, op->rows.at, op->rows.size);
}

static void reply(struct buffer *out, const struct request *r) {
    const struct op *const op = &r->op;

    if (op->kind == OP_NONE)
        buffer_add(out, r->reply.at, r->reply.size);
    else if (r->stats)
        answer_stats(out, r);
    else if (op->outcome != OUTCOME_DONE)
        resp_error(out, "%s %s", op->outcome == OUTCOME_REFUSED ? "STORE" : "UNSURE",
                   store->error());
    else if (op->kind == OP_ARM)
        resp_status(out, "OK");
    else if (op->kind == OP_NEXT && op->number < 0)
        resp_null(out, r->resp3);
    else if (op->kind == OP_NACK)
        resp_integer(out, op->number != NACK_NONE);
    else if (op->kind == OP_LIST)
        answer_list(out, op, r->resp3);
    else if (op->kind != OP_GET && op->kind != OP_TAKE && op->kind != OP_DEAD)
        resp_integer(out, (uint64_t)op->number);
    else
        answer_rows(out, op, r->resp3);
}

/* Has it changed what others armed, or ended timerd? */
static const char *deed(const struct request *r) {
    if (r->stops)
        return "SHUTDOWN";
    if (r->op.outcome != OUTCOME_DONE || r->op.number != 1)
        return NULL;
    return r->op.kind == OP_CANCEL ? "CANCEL" : r->op.kind == OP_REQUEUE ? "REQUEUE" : NULL;
}

/* Says who did so. */
static void tell(const struct request *r) {
    char id[ID_MOST + 1] = "", peer[64];
    const char *const what = log_has(LEVEL_INFO) ? deed(r) : NULL;

    if (!what)
        return;
    for (size_t i = 0; i < r->op.id.size && !r->stops; i++)
        id[i] = r->op.id.at[i] > ' ' && r->op.id.at[i] <= '~' ? r->op.id.at[i] : '?';
    conn_peer(r->conn, peer, sizeof peer);
    say(LEVEL_INFO, "%s%s%s by %s", what, r->stops ? "" : " ", id, peer);
}

static void answer(struct request *r) {
    tell(r);
    if (r->asked.http) {
        struct buffer resp = {NULL, 0, 0};
        struct text whole;

        reply(&resp, r);
        whole.at = resp.at;
        whole.size = resp.size;
        web_reply(r->conn, &r->asked, whole);
        buffer_free(&resp);
    } else {
        reply(conn_out(r->conn), r);
    }
    stopping = stopping || r->stops;
    if (r->finishes)
        conn_finish(r->conn);
    else if (r->holds)
        conn_resume(r->conn);
    request_free(r);
}

/* What was committed becomes known in memory. */
static void apply(const struct op *op) {
    if (op->outcome != OUTCOME_DONE)
        return;
    if (op->kind == OP_ARM && op->number != ARM_REPEATED) {
        const struct seen s = {store->shard(op->id), op->id, op->generation, op->due, op->period};

        engine_armed(&s);
    }
    if (op->kind == OP_CANCEL) /* its first part has ended the timer that waited */
        engine_cancelled(op->id);
    if (op->kind == OP_REQUEUE && op->number == 1) /* while all were dead, no lease was watched */
        engine_lease(store->shard(op->id), option.lease_ms);
    if (op->kind == OP_NACK && op->number == NACK_DELAYED && op->delay)
        engine_lease(store->shard(op->id), op->delay);
    else if ((op->kind == OP_NACK || op->kind == OP_REQUEUE) && op->number > 0)
        engine_ready();
    stats.nacked += op->kind == OP_NACK && op->number != NACK_NONE;
    stats.buried += op->kind == OP_NACK && op->number == NACK_BURIED;
    stats.touched += op->kind == OP_TOUCH && op->number == 1;
    stats.requeued += op->kind == OP_REQUEUE && op->number == 1;
    stats.armed += op->kind == OP_ARM && op->number == ARM_NEW;
    stats.moved += op->kind == OP_ARM && op->number == ARM_MOVED;
    stats.repeated += op->kind == OP_ARM && op->number == ARM_REPEATED;
    stats.cancelled += op->kind == OP_CANCEL && op->number == 1 && !op->generation;
    stats.acked += op->kind == OP_ACK && op->number == 1;
    stats.taken += op->kind == OP_TAKE ? op->rows_n : 0;
    stats.redelivered += op->kind == OP_TAKE ? op->again : 0;
}

/* A TAKE that found nothing and may wait. */
static bool must_wait(const struct request *r) {
    return r->blocks && !r->over && !stopping && !conn_is_gone(r->conn) &&
           r->op.outcome == OUTCOME_DONE && r->op.rows_n == 0;
}

static void wait(struct request *r) {
    if (r->block_ms && tw_idle(&r->deadline))
        engine_arm(&r->deadline, r->block_ms);
    push(&blocked, r);
}

static void run_store(struct op **ops, size_t n) {
    size_t none = 0;

    while (none < n && ops[none]->kind == OP_NONE)
        none++;
    if (none == n)
        return;
    if (store->up()) {
        store->run(ops, n);
        if (!store->up())
            engine_trouble();
        return;
    }
    for (size_t i = 0; i < n; i++)
        op_fail(ops[i], OUTCOME_REFUSED);
}

/* Answers what the store has done, or lets it wait. */
static void conclude(struct request *r) {
    if (must_wait(r))
        wait(r);
    else
        answer(r);
}

/* ------------------------------------------------------------------- requests in parts */

static bool goes_on(const struct request *r) {
    return (r->op.kind == OP_CANCEL || r->op.kind == OP_DEAD || r->op.kind == OP_TAKE ||
            r->op.kind == OP_COUNT) &&
           r->op.outcome == OUTCOME_DONE && r->op.generation;
}

/* From now on the requests of its connection wait for it. */
static void part(struct request *r) {
    *conn_parted(r->conn) = true;
    r->stopped = r->stopped || r->op.number == 1;
    if (r->op.kind == OP_CANCEL)
        r->op.count = NEXT_PART;
    push(&parted, r);
}

/* A request that the store has done, or a part of it, comes to its turn. */
static void follow(struct request *r) {
    if (*conn_parted(r->conn))
        push(&behind, r);
    else if (goes_on(r))
        part(r);
    else
        conclude(r);
}

/* What waited behind a request goes on: what is done is answered, and the rest comes before
   what has arrived. */
static void release(const struct conn *c) {
    struct queue again = {NULL, &again.first, 0, 0};

    if (!behind.n)
        return;
    for (size_t n = behind.n; n; n--) {
        struct request *const r = pop(&behind);

        if (r->conn != c || *conn_parted(r->conn))
            push(&behind, r);
        else if (r->done)
            follow(r);
        else
            push(&again, r);
    }
    while (arrived.n)
        push(&again, pop(&arrived));
    while (again.n)
        push(&arrived, pop(&again));
}

/* The last part of a request is done, or has failed: CANCEL has done something by then. */
static void end_parts(struct request *r) {
    struct op *const op = &r->op;
    struct conn *const c = r->conn;

    if (op->kind == OP_CANCEL && op->outcome != OUTCOME_DONE)
        op->outcome = OUTCOME_UNSURE;
    if (op->kind == OP_CANCEL)
        op->number = r->stopped;
    stats.cancelled += op->kind == OP_CANCEL && op->outcome == OUTCOME_DONE && r->stopped;
    *conn_parted(c) = false;
    conclude(r);
    release(c);
}

/* One part of one request a turn; then that of another connection. */
static void run_part(void) {
    struct request *const r = pop(&parted);
    struct op *op = &r->op;

    run_store(&op, 1);
    if (goes_on(r)) {
        part(r);
        return;
    }
    r->stopped = r->stopped || op->number == 1;
    if (op->kind != OP_CANCEL)
        apply(op);
    end_parts(r);
}

/* timerd ends: it does no more parts. */
static void stop_parts(void) {
    while (parted.n) {
        struct request *const r = pop(&parted);

        if (r->op.kind != OP_TAKE && r->op.kind != OP_COUNT) {
            resp_error(&r->reply, "%s timerd ends", r->op.kind == OP_CANCEL ? "UNSURE" : "STORE");
            r->op.kind = OP_NONE;
        }
        end_parts(r);
    }
}

/* ---------------------------------------------------------------------------- batches */

/* The CANCELs of this batch, by their connections and ids; and by their connections alone,
   with an empty id. */
static struct slot {
    uint64_t batch; /* another number: the slot is free */
    const struct conn *conn;
    struct text id;
} slots[SLOTS];

static uint64_t batch_number;

/* The loop ends: a batch fills less than half of the slots. */
static struct slot *slot_of(const struct conn *c, struct text id) {
    size_t i = (id_hash(id) ^ (size_t)((uintptr_t)c >> 6)) % SLOTS;

    while (slots[i].batch == batch_number && !(slots[i].conn == c && text_same(slots[i].id, id)))
        i = (i + 1) % SLOTS;
    return &slots[i];
}

static bool has_cancel(const struct conn *c, struct text id) {
    return slot_of(c, id)->batch == batch_number;
}

static void note_cancel(const struct request *r) {
    const struct slot whole = {batch_number, r->conn, no_text},
                      one = {batch_number, r->conn, r->op.id};

    *slot_of(r->conn, no_text) = whole;
    *slot_of(r->conn, r->op.id) = one;
}

static bool passes_many(const struct request *r) {
    return r->op.kind == OP_DEAD && r->op.due > LOOK_MOST;
}

/* A batch ends before a DEAD that is one in parts, and before what must see all parts of a
   CANCEL in it: a TAKE behind it on the same connection, and what is about its id. */
static bool must_follow(const struct request *r, bool first) {
    const enum op_kind kind = r->op.kind;

    if (passes_many(r))
        return !first;
    if (kind == OP_TAKE)
        return has_cancel(r->conn, no_text);
    return (kind == OP_ARM || kind == OP_ACK || kind == OP_NACK || kind == OP_TOUCH) &&
           has_cancel(r->conn, r->op.id);
}

static bool is_wide(const struct request *r) {
    return r->op.kind == OP_LIST || (r->op.kind == OP_DEAD && r->op.due);
}

/* The requests of a commit, the first of at most n in the queue; their number. */
static size_t gather(struct queue *q, size_t n, struct request **requests) {
    size_t found = 0, weight = 0, bytes = 0;

    batch_number++;
    for (; n && weight < option.batch && bytes < RUN_MOST && !must_follow(q->first, found == 0);
         n--) {
        struct request *const r = pop(q);

        if (*conn_parted(r->conn)) {
            push(&behind, r);
        } else if (passes_many(r)) {
            part(r);
        } else {
            requests[found++] = r;
            weight += is_wide(r) ? WIDE : 1;
            bytes += r->promised;
            if (r->op.kind == OP_CANCEL)
                note_cancel(r);
        }
    }
    return found;
}

/* Works off a commit's requests, the first of at most n in the queue; their number. */
static size_t run_some(struct queue *q, size_t n) {
    static struct op *ops[ROWS_MOST];
    static struct request *requests[ROWS_MOST];
    const size_t found = gather(q, n, requests);

    for (size_t i = 0; i < found; i++)
        ops[i] = &requests[i]->op;
    run_store(ops, found);
    for (size_t i = 0; i < found; i++) {
        requests[i]->done = true;
        apply(ops[i]);
    }
    for (size_t i = 0; i < found; i++)
        follow(requests[i]);
    return found;
}

bool commands_waiting(void) { return arrived.n > 0 || parted.n > 0 || to_wake > 0; }

bool commands_full(void) { return arrived.n >= option.batch || arrived.promised >= RUN_MOST; }

void commands_run(void) {
    if (parted.n)
        run_part();
    if (arrived.n)
        (void)run_some(&arrived, arrived.n);
}

bool commands_stopping(void) { return stopping; }

static void end_blocked(bool all) {
    for (size_t n = blocked.n; n; n--) {
        struct request *const r = pop(&blocked);

        if (all || r->over)
            answer(r);
        else
            push(&blocked, r);
    }
}

void commands_blocked(void) {
    if (engine_take_ready())
        to_wake = blocked.n;
    to_wake = to_wake < blocked.n ? to_wake : blocked.n;
    if (to_wake && store->up())
        to_wake -= run_some(&blocked, to_wake);
    else
        to_wake = 0;
    if (deadline_passed)
        end_blocked(false);
    deadline_passed = false;
}

void commands_abandon(struct conn *c) {
    for (size_t n = blocked.n; n; n--) {
        struct request *const r = pop(&blocked);

        if (r->conn == c)
            request_free(r);
        else
            push(&blocked, r);
    }
}

void commands_stop(void) {
    stopping = true;
    for (stop_parts(); arrived.n; stop_parts())
        commands_run();
    end_blocked(true);
}
