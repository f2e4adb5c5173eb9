/* SPDX-License-Identifier: MIT-0 */
/* Redis' own limit: the commands that timerd's scripts run for a timer and for its
   firing, in a pipeline, with nothing around them. */
#include "rows.h"
#include <hiredis/hiredis.h>

static const char usage[] =
    "limit_redis write|move PORT FIRST COUNT DUE-MS RATE DEPTH   prints the seconds\n"
    "  write  HSET and ZADD a timer, DEPTH timers in a pipeline\n"
    "  move   ZREM and RPUSH a timer, likewise\n";

enum { MEMBER_SIZE = 16 + ID_SIZE + 2 + 16 };

/* Due, id, two zero bytes and the generation. */
static void row_member(char *member, const struct load *l, uint64_t i) {
    char id[ID_SIZE + 1];

    row_id(id, i);
    snprintf(member, MEMBER_SIZE + 1, "%016llu%s..%016llu", (unsigned long long)row_due(l, i), id,
             (unsigned long long)i + 1);
    memset(member + 16 + ID_SIZE, 0, 2);
}

static void write_row(redisContext *c, const struct load *l, uint64_t i) {
    const unsigned long long due = row_due(l, i), number = i + 1;
    char id[ID_SIZE + 1], payload[ROW_PAYLOAD + 1], row[128], member[MEMBER_SIZE + 1];

    row_id(id, i);
    row_payload(payload, i);
    row_member(member, l, i);
    snprintf(row, sizeof row, "=%016llu%016llu%s", number, due, payload);
    redisAppendCommand(c, "HSET rows %s %s", id, row);
    redisAppendCommand(c, "ZADD due 0 %b", member, (size_t)MEMBER_SIZE);
}

static void move_row(redisContext *c, const struct load *l, uint64_t i) {
    const unsigned long long number = i + 1;
    char id[ID_SIZE + 1], member[MEMBER_SIZE + 1];

    row_id(id, i);
    row_member(member, l, i);
    redisAppendCommand(c, "ZREM due %b", member, (size_t)MEMBER_SIZE);
    redisAppendCommand(c, "RPUSH queue 016%s%016llu", id, number);
}

static void answers(redisContext *c, uint64_t n) {
    for (; n; n--) {
        void *reply;

        if (redisGetReply(c, &reply) != REDIS_OK ||
            ((redisReply *)reply)->type == REDIS_REPLY_ERROR) {
            fprintf(stderr, "limit_redis: redis-server refused a command\n");
            exit(1);
        }
        freeReplyObject(reply);
    }
}

static int run(redisContext *c, const struct load *l, int move, uint64_t depth) {
    const uint64_t since = now_us();

    for (uint64_t i = l->first, end = l->first + l->count; i < end;) {
        const uint64_t n = end - i < depth ? end - i : depth;

        for (uint64_t k = 0; k < n; k++, i++)
            (move ? move_row : write_row)(c, l, i);
        answers(c, n * 2);
    }
    print_seconds(since);
    return 0;
}

int main(int argc, char **argv) {
    redisContext *c;
    struct load l;
    int move;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    move = argc == 8 && strcmp(argv[1], "move") == 0;
    if (!(move || (argc == 8 && strcmp(argv[1], "write") == 0)) || number(argv, 7) == 0) {
        fputs(usage, stderr);
        return 2;
    }
    l = load_of(argv, 3);
    c = redisConnect("127.0.0.1", (int)number(argv, 2));
    if (!c || c->err) {
        fprintf(stderr, "limit_redis: nobody listens on 127.0.0.1:%s\n", argv[2]);
        return 1;
    }
    return run(c, &l, move, number(argv, 7));
}
