/* SPDX-License-Identifier: MIT-0 */
/* Where the Redis is. Sentinels know which one is the master now: they are asked before each
   connection, one after the other until one knows. */
#include "options.h"
#include "redis_link.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char master[sizeof option.host];
static int master_port;

/* Does the Sentinel at this place know the master? */
static bool tells(const char *host, int port) {
    struct link *const l = link_open(host, port);
    redisReply *reply = NULL;
    struct text found = {"", 0};

    if (!l)
        return false;
    link_format(l, "SENTINEL get-master-addr-by-name %s", option.master);
    if (!link_answer(l, &reply)) {
        redis_fails(l->c->errstr);
    } else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 2) {
        found = reply_text(reply, 0);
        snprintf(master, sizeof master, "%.*s", (int)found.size, found.at);
        master_port = (int)reply_number(reply, 1);
    } else {
        redis_fails(reply->type == REDIS_REPLY_ERROR ? reply->str
                                                     : "this Sentinel knows no such master");
    }
    if (reply)
        freeReplyObject(reply);
    link_free(l);
    return found.size > 0;
}

/* The loop ends: each turn asks one of the Sentinels, HOST:PORT,HOST:PORT. */
static bool ask_sentinels(void) {
    for (const char *at = option.host, *end; *at; at = end + (*end == ',')) {
        char host[sizeof option.host];
        char *colon;

        end = at + strcspn(at, ",");
        snprintf(host, sizeof host, "%.*s", (int)(end - at), at);
        colon = strrchr(host, ':');
        *colon = '\0';
        if (tells(host, atoi(colon + 1)))
            return true;
    }
    return false;
}

bool redis_place(const char **host, int *port) {
    const bool known = !option.master || ask_sentinels();

    redis_refused = redis_refused && !known; /* one that cannot be asked does no harm then */
    *host = option.master ? master : option.host;
    *port = option.master ? master_port : option.port;
    return known;
}
