/* SPDX-License-Identifier: MIT-0 */
/* Loads timerd: arms timers over pipelining connections, or takes, logs and acknowledges
   what has fired. */
#include "rows.h"
#include <hiredis/hiredis.h>
#include <signal.h>
#include <unistd.h>

enum { LINKS_MOST = 64, ROW_FIELDS = 6, LINE_MOST = 64, TAKE_MOST = 1000 };

static const char usage[] = "client arm PORT FIRST COUNT DUE-MS RATE CONNECTIONS DEPTH   prints "
                            "the seconds until all were acknowledged\n"
                            "client consume PORT ROWS DIE-AFTER   prints 'number due-us now-us' "
                            "for each row, until it is killed; ROWS a TAKE "
                            "at\n"
                            "                                     most; DIE-AFTER: kills itself "
                            "with that many rows taken and not done, 0: "
                            "never\n";

static redisContext *connect_to(uint64_t port) {
    redisContext *const c = redisConnect("127.0.0.1", (int)port);

    if (c && !c->err)
        return c;
    if (c)
        redisFree(c);
    return NULL;
}

/* -------------------------------------------------------------------------------- arm */

struct link {
    redisContext *context;
    uint64_t waiting; /* requests without an answer */
};

static void send_arm(redisContext *c, const struct load *l, uint64_t i) {
    char id[ID_SIZE + 1], due[24], payload[ROW_PAYLOAD + 1];
    const char *words[4] = {"ARM", id, due, payload};
    size_t sizes[4] = {3, ID_SIZE, 0, ROW_PAYLOAD};

    row_id(id, i);
    row_payload(payload, i);
    sizes[2] = (size_t)snprintf(due, sizeof due, "%llu", (unsigned long long)row_due(l, i));
    redisAppendCommandArgv(c, 4, words, sizes);
}

static void flush(redisContext *c) {
    int done = 0;

    while (!done)
        if (redisBufferWrite(c, &done) != REDIS_OK) {
            fprintf(stderr, "client: %s\n", c->errstr);
            exit(1);
        }
}

static void read_ok(struct link *link, uint64_t n) {
    for (; n; n--, link->waiting--) {
        void *reply;

        if (redisGetReply(link->context, &reply) != REDIS_OK ||
            ((redisReply *)reply)->type != REDIS_REPLY_STATUS) {
            fprintf(stderr, "client: ARM was not answered with OK\n");
            exit(1);
        }
        freeReplyObject(reply);
    }
}

/* Each connection in its turn has half of its requests answered, and is given as many new
   ones: the server never waits for this program. */
static int arm(uint64_t port, const struct load *l, uint64_t links, uint64_t depth) {
    struct link link[LINKS_MOST] = {{NULL, 0}};
    uint64_t i = l->first, answered = 0, since;

    for (uint64_t k = 0; k < links; k++)
        if (!(link[k].context = connect_to(port))) {
            fprintf(stderr, "client: nobody listens on 127.0.0.1:%llu\n", (unsigned long long)port);
            return 1;
        }
    since = now_us();
    while (answered < l->count)
        for (uint64_t k = 0; k < links; k++) {
            const uint64_t n =
                link[k].waiting > depth / 2 ? link[k].waiting - depth / 2 : link[k].waiting;

            read_ok(&link[k], n);
            answered += n;
            for (; link[k].waiting < depth && i < l->first + l->count; link[k].waiting++)
                send_arm(link[k].context, l, i++);
            flush(link[k].context);
        }
    print_seconds(since);
    return 0;
}

/* ---------------------------------------------------------------------------- consume */

/* The work that a row asks for is its line. */
static void work(const redisReply *rows) {
    static char lines[TAKE_MOST * LINE_MOST];
    size_t size = 0;

    for (size_t i = 0; i < rows->elements; i++) {
        const redisReply *const row = rows->element[i];

        size += (size_t)snprintf(lines + size, LINE_MOST, "%.10s %lld %llu\n", row->element[3]->str,
                                 row->element[2]->integer * 1000, (unsigned long long)now_us());
    }
    if (size && write(1, lines, size) != (ssize_t)size)
        exit(1);
}

/* Sends ACK for each row and, in the same pipeline, the next TAKE; its answer, or NULL if
   the connection broke. */
static redisReply *acknowledge_and_take(redisContext *c, const redisReply *rows, uint64_t most) {
    const size_t n = rows ? rows->elements : 0;
    void *reply = NULL;

    for (size_t i = 0; i < n; i++)
        redisAppendCommand(c, "ACK %b %lld", rows->element[i]->element[0]->str,
                           rows->element[i]->element[0]->len,
                           rows->element[i]->element[1]->integer);
    redisAppendCommand(c, "TAKE %llu BLOCK 1000", (unsigned long long)most);
    for (size_t i = 0; i <= n; i++) {
        if (reply)
            freeReplyObject(reply);
        reply = NULL;
        if (redisGetReply(c, &reply) != REDIS_OK)
            return NULL;
    }
    return (redisReply *)reply;
}

static void consume_from(redisContext *c, uint64_t most, uint64_t die_after) {
    static uint64_t taken;
    redisReply *rows = NULL, *next;

    while ((next = acknowledge_and_take(c, rows, most)) != NULL) {
        if (rows)
            freeReplyObject(rows);
        rows = next;
        if (rows->type != REDIS_REPLY_ARRAY)
            break;
        taken += rows->elements;
        if (die_after && taken >= die_after)
            raise(SIGKILL);
        work(rows);
    }
    if (rows)
        freeReplyObject(rows);
}

static void consume(uint64_t port, uint64_t most, uint64_t die_after) {
    for (;;) {
        redisContext *const c = connect_to(port);

        if (c) {
            consume_from(c, most, die_after);
            redisFree(c);
        }
        usleep(20000);
    }
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    if (argc == 9 && strcmp(argv[1], "arm") == 0) {
        const struct load l = load_of(argv, 3);
        const uint64_t links = number(argv, 7), depth = number(argv, 8);

        if (links >= 1 && links <= LINKS_MOST && depth >= 1)
            return arm(number(argv, 2), &l, links, depth);
    } else if (argc == 5 && strcmp(argv[1], "consume") == 0) {
        const uint64_t most = number(argv, 3);

        if (most >= 1 && most <= TAKE_MOST)
            consume(number(argv, 2), most, number(argv, 4));
    }
    fputs(usage, argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
    return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
}
