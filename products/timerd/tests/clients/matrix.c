/* SPDX-License-Identifier: MIT-0 */
/* matrix PORT [PASSWORD]: arms, takes and acknowledges with hiredis, 0.14 or 1.x. */
#undef NDEBUG
#include <assert.h>
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <string.h>

static redisContext *timerd;

static void is(redisReply *reply, int type, const char *text, long long number) {
    assert(reply && reply->type == type);
    assert(!text || strcmp(reply->str, text) == 0);
    assert(text || reply->integer == number);
    freeReplyObject(reply);
}

static redisReply *reply_to(void *reply) { return (redisReply *)reply; }

int main(int argc, char **argv) {
    redisReply *rows;

    assert(argc > 1);
    timerd = redisConnect("127.0.0.1", atoi(argv[1]));
    assert(timerd && !timerd->err);
    if (argc > 2)
        is(reply_to(redisCommand(timerd, "AUTH %s", argv[2])), REDIS_REPLY_STATUS, "OK", 0);
    for (int i = 0; i < 20; i++)
        assert(redisAppendCommand(timerd, "ARM c:%d 1 %s", i, "pay load") == REDIS_OK);
    for (int i = 0; i < 20; i++) {
        void *reply = NULL;

        assert(redisGetReply(timerd, &reply) == REDIS_OK);
        is(reply_to(reply), REDIS_REPLY_STATUS, "OK", 0);
    }
    for (int taken = 0; taken < 20;) {
        rows = reply_to(redisCommand(timerd, "TAKE 1000 BLOCK 60000"));
        assert(rows && rows->type == REDIS_REPLY_ARRAY && rows->elements > 0);
        for (size_t i = 0; i < rows->elements; i++, taken++) {
            redisReply *const *const row = rows->element[i]->element;

            assert(strcmp(row[3]->str, "pay load") == 0 && row[4]->integer == 1);
            is(reply_to(redisCommand(timerd, "ACK %s %lld", row[0]->str, row[1]->integer)),
               REDIS_REPLY_INTEGER, NULL, 1);
        }
        freeReplyObject(rows);
    }
    redisFree(timerd);
    return 0;
}
