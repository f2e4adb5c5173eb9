/* SPDX-License-Identifier: MIT-0 */
/* Redis' own limit: the commands that timerd's scripts run for a timer and for its
   firing, in a pipeline, with nothing around them. */
#include "rows.h"
#include <hiredis/hiredis.h>

static const char usage[] =
    "limit_redis write|move PORT FIRST COUNT DUE-MS RATE DEPTH   prints the seconds\n"
    "  write  HSET and ZADD a timer, DEPTH timers in a pipeline\n"
    "  move   ZREM and RPUSH a timer, likewise\n";

static void write_row(redisContext *c, const struct load *l, uint64_t i) {
    const unsigned long long due = row_due(l, i), number = i + 1;
    char id[ID_SIZE + 1], payload[ROW_PAYLOAD + 1], row[128], member[64];

    row_id(id, i);
    row_payload(payload, i);
    snprintf(row, sizeof row, "%016llu%016llu=%s", number, due, payload);
    snprintf(member, sizeof member, "%016llu%s", due, id);
    redisAppendCommand(c, "HSET rows %s %s", id, row);
    redisAppendCommand(c, "ZADD due 0 %s", member);
}

static void move_row(redisContext *c, const struct load *l, uint64_t i) {
    const unsigned long long due = row_due(l, i), number = i + 1;
    char id[ID_SIZE + 1];

    row_id(id, i);
    redisAppendCommand(c, "ZREM due %016llu%s", due, id);
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
