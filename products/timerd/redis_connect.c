/* SPDX-License-Identifier: MIT-0 */
/* Two connections: one for calls, which waits for their answers; one that listens to what
   other timerds did. When one breaks both are made anew, so that nothing that was said
   meanwhile can be missed: all is read again then. Neither blocks: while timerd waits for
   Redis, the server serves its peers. */
#define _GNU_SOURCE
#define TIMERD_lua
#include "redis_call.h"
#include "far.h"
#include "options.h"
#include "scripts.h"
#include "stats.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 4 };

char redis_sha[SCRIPTS][41];

static double version; /* of Redis, as 7.0 */

/* What is mostly enough: it ends the script before text.lua has cost anything. */
static const char *const quick[SCRIPTS] = {[SCRIPT_ARM] = lua_arm,
                                           [SCRIPT_TAKE] = lua_take,
                                           [SCRIPT_ACK] = lua_ack,
                                           [SCRIPT_FIRE] = lua_fire};

static const char *const bodies[SCRIPTS] = {
    [SCRIPT_ARM] = lua_arm_each,   [SCRIPT_CANCEL] = lua_cancel,   [SCRIPT_GET] = lua_get,
    [SCRIPT_NEXT] = lua_next,      [SCRIPT_TAKE] = lua_take_each,  [SCRIPT_ACK] = lua_ack_each,
    [SCRIPT_NACK] = lua_nack,      [SCRIPT_TOUCH] = lua_touch,     [SCRIPT_REQUEUE] = lua_requeue,
    [SCRIPT_LIST] = lua_list,      [SCRIPT_DEAD] = lua_dead,       [SCRIPT_COUNT] = lua_count,
    [SCRIPT_FIRE] = lua_fire_each, [SCRIPT_LOAD] = lua_load,       [SCRIPT_EXPIRE] = lua_expire,
    [SCRIPT_RENEW] = lua_renew,    [SCRIPT_RELEASE] = lua_release, [SCRIPT_ACQUIRE] = lua_acquire,
    [SCRIPT_GO_ON] = lua_go_on,    [SCRIPT_JOIN] = lua_join,
};

int redis_notices_fd(void) { return redis_sub ? redis_sub->c->fd : -1; }

/* ---------------------------------------------------------------------------- answers */

bool redis_answer(redisReply **reply) { return link_answer(redis_db, reply); }

/* Sends a command and waits; NULL: the connection is broken. */
static redisReply *command(const char *format, ...) {
    redisReply *reply = NULL;
    va_list arguments;

    va_start(arguments, format);
    link_format_list(redis_db, format, arguments);
    va_end(arguments);
    (void)redis_answer(&reply);
    return reply;
}

/* A command whose answer is of this type; NULL: it failed, and redis_error says why. */
static redisReply *expect(redisReply *reply, int type) {
    if (reply && reply->type == type)
        return reply;
    if (reply)
        redis_fails(reply->type == REDIS_REPLY_ERROR ? reply->str : "this is no Redis");
    if (reply)
        freeReplyObject(reply);
    return NULL;
}

/* What a Redis whose memory is full does still, so that it can be emptied: all but ARM. */
static const char full_too[] = "#!lua flags=allow-oom\n";

bool redis_reload(void) {
    for (int i = 0; i < SCRIPTS; i++) {
        struct buffer text = {NULL, 0, 0};
        redisReply *reply;

        if (i != SCRIPT_ARM && version >= 7)
            buffer_add(&text, full_too, strlen(full_too));
        if (i < SCRIPTS_OF_SHARDS)
            buffer_add(&text, lua_shard, strlen(lua_shard));
        if (quick[i])
            buffer_add(&text, quick[i], strlen(quick[i]));
        if (i < SCRIPTS_OF_SHARDS)
            buffer_add(&text, lua_text, strlen(lua_text));
        buffer_add(&text, bodies[i], strlen(bodies[i]));
        reply = command("SCRIPT LOAD %b", text.at, text.size);
        buffer_free(&text);
        reply = expect(reply, REDIS_REPLY_STRING);
        if (!reply)
            return false;
        snprintf(redis_sha[i], sizeof redis_sha[i], "%s", reply->str);
        freeReplyObject(reply);
    }
    return true;
}

/* -------------------------------------------------------------------------- the clock */

bool redis_ask_time(void) {
    redisReply *const reply = expect(command("TIME"), REDIS_REPLY_ARRAY);

    if (!reply)
        return false;
    far_time((int64_t)(reply_number(reply, 0) * 1000000 + reply_number(reply, 1)));
    freeReplyObject(reply);
    return true;
}

/* ------------------------------------------------------------------------- connecting */

static void name_me(void) {
    char host[64] = "", random[RANDOM_DIGITS + 1];

    if (redis_me[0])
        return;
    (void)gethostname(host, sizeof host - 1);
    random_digits(random);
    snprintf(redis_me, sizeof redis_me, "%s:%ld:%s", host, (long)getpid(), random);
}

/* Is what was sent answered with OK? */
static bool accepted(struct link *l) {
    redisReply *reply = NULL;

    (void)link_answer(l, &reply);
    reply = expect(reply, REDIS_REPLY_STATUS);
    if (reply)
        freeReplyObject(reply);
    return reply != NULL;
}

/* Says who timerd is, and which database it wants. */
static bool introduced(struct link *l) {
    bool fine = true;

    if (option.store_secret) {
        link_format(l, "AUTH %s %s", option.store_name, option.store_secret);
        fine = accepted(l);
    }
    if (fine && option.database) {
        link_format(l, "SELECT %u", option.database);
        fine = accepted(l);
    }
    return fine;
}

static struct link *connect_one(const char *host, int port) {
    struct link *const l = link_open(host, port);

    if (!l || introduced(l))
        return l;
    if (l->c->err)
        redis_fails(l->c->errstr);
    link_free(l);
    return NULL;
}

static bool subscribed(void) {
    redisReply *reply = NULL;

    (void)link_answer(redis_sub, &reply);
    reply = expect(reply, REDIS_REPLY_ARRAY);
    if (reply)
        freeReplyObject(reply);
    return reply != NULL;
}

/* One command for both channels, which Redis answers twice with nothing between: a message
   between two commands would be taken for the answer to the second. */
static bool subscribe(void) {
    link_format(redis_sub, "SUBSCRIBE %s:ready %s:owner:%s", option.prefix, option.prefix,
                redis_me);
    return subscribed() && subscribed();
}

/* The number of shards is that of the timerd that came first; the format, too. Both are
   set at once: where one stands without the other, a timerd of another format was here. */
static enum opened agree(void) {
    const char *const prefix = option.prefix;
    redisReply *reply =
        expect(command("MSETNX %s:shards %u %s:format %u", prefix, option.shards, prefix, FORMAT),
               REDIS_REPLY_INTEGER);
    struct text shards, format;
    enum opened opened = OPEN_NEVER;

    if (!reply)
        return OPEN_LATER;
    freeReplyObject(reply);
    reply = expect(command("MGET %s:shards %s:format", prefix, prefix), REDIS_REPLY_ARRAY);
    if (!reply)
        return OPEN_LATER;
    shards = reply_text(reply, 0);
    format = reply_text(reply, 1);
    if (reply_number(reply, 1) != FORMAT)
        say(LEVEL_ERROR,
            "%s: its format is %s, not %d: end its timers with the timerd that made it",
            option.redis, format.size ? format.at : "1", FORMAT);
    else if (reply_number(reply, 0) != option.shards)
        say(LEVEL_ERROR, "%s has --shards %s, not %u", option.redis, shards.at, option.shards);
    else
        opened = OPEN_DONE;
    freeReplyObject(reply);
    return opened;
}

/* The value of a field of INFO; empty: there is none. */
static struct text field(const char *info, const char *name) {
    const size_t size = strlen(name);
    struct text value = {"", 0};

    for (const char *line = info; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, size) == 0 && line[size] == ':') {
            value.at = line + size + 1;
            value.size = strcspn(value.at, "\r\n");
            return value;
        }
    }
    return value;
}

/* Which setting of this Redis can lose timers? NULL: none. */
static const char *unsafe_setting(const char *info) {
    static const struct {
        const char *name, *wanted, *why;
    } settings[] = {
        {"role", "master", "it is a replica"},
        {"cluster_enabled", "0", "it is a node of a Redis Cluster"},
        {"aof_enabled", "1", "appendonly is not yes: it forgets timers when it ends"},
        {"maxmemory_policy", "noeviction", "maxmemory-policy is not noeviction: it drops timers"},
    };

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!text_is(field(info, settings[i].name), settings[i].wanted))
            return settings[i].why;
    return version < 6.2 ? "it is older than version 6.2" : NULL;
}

static enum opened inspect(void) {
    redisReply *const reply = expect(command("INFO"), REDIS_REPLY_STRING);
    const char *why;
    char text[128];
    bool waits;

    if (!reply)
        return OPEN_LATER;
    if (text_is(field(reply->str, "loading"), "1")) { /* its settings are not yet what it says */
        (void)redis_remember("it reads what it has on disk");
        freeReplyObject(reply);
        return OPEN_LATER;
    }
    version = strtod(field(reply->str, "redis_version").at, NULL);
    why = option.unsafe ? NULL : unsafe_setting(reply->str);
    waits = option.master && !text_is(field(reply->str, "role"), "master");
    freeReplyObject(reply);
    if (waits) { /* the Sentinels will say where the master is */
        (void)redis_remember("it is no master yet, or no more");
        return OPEN_LATER;
    }
    if (!why)
        return OPEN_DONE;
    snprintf(text, sizeof text, "%s (--unsafe takes it)", why);
    if (redis_remember(text))
        say(LEVEL_ERROR, "%s", redis_error);
    return OPEN_NEVER;
}

bool redis_inspect(void) { return inspect() == OPEN_DONE; }

/* Both connections, and what Redis must be and hold. */
static enum opened set_up(void) {
    const char *host;
    int port;
    enum opened opened;

    if (!redis_place(&host, &port))
        return OPEN_LATER;
    redis_db = connect_one(host, port);
    redis_sub = redis_db ? connect_one(host, port) : NULL;
    opened = redis_sub ? inspect() : OPEN_LATER;
    if (opened == OPEN_DONE && !(redis_reload() && subscribe() && redis_ask_time()))
        opened = OPEN_LATER;
    return opened == OPEN_DONE ? agree() : opened;
}

enum opened redis_connect(void) {
    enum opened opened;

    if (redis_db)
        return OPEN_DONE;
    name_me();
    far_forget_time();
    redis_refused = false;
    opened = set_up();
    if (opened != OPEN_DONE && redis_db && redis_db->c->err)
        redis_fails(redis_db->c->errstr);
    if (opened != OPEN_DONE)
        redis_disconnect();
    return far_opened(opened, redis_refused, redis_error);
}

/* ---------------------------------------------------------------------------- notices */

bool redis_listen(void) { return redis_sub && link_read(redis_sub); }

redisReply *redis_notice(void) {
    void *reply = NULL;

    return redis_sub && redisGetReplyFromReader(redis_sub->c, &reply) == REDIS_OK
               ? (redisReply *)reply
               : NULL;
}
