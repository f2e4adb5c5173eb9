/* SPDX-License-Identifier: MIT-0 */
/* redis_call.h - the connections to Redis, and calls of scripts: sent one after the
   other, then answered in order. */
#ifndef REDIS_CALL_H
#define REDIS_CALL_H

#include "redis_link.h"

enum script {
    SCRIPT_ARM,
    SCRIPT_CANCEL,
    SCRIPT_GET,
    SCRIPT_NEXT,
    SCRIPT_TAKE,
    SCRIPT_ACK,
    SCRIPT_NACK,
    SCRIPT_TOUCH,
    SCRIPT_REQUEUE,
    SCRIPT_LIST,
    SCRIPT_DEAD,
    SCRIPT_COUNT,
    SCRIPT_FIRE,
    SCRIPT_LOAD,
    SCRIPT_EXPIRE,
    SCRIPT_RENEW,
    SCRIPT_RELEASE,
    SCRIPTS_OF_SHARDS, /* the scripts before it begin with shard.lua */
    SCRIPT_ACQUIRE = SCRIPTS_OF_SHARDS,
    SCRIPT_GO_ON,
    SCRIPT_JOIN,
    SCRIPTS
};

/* stale: the shard has another token, which is in the reply; again: the scripts were
   forgotten and are there again; error: nothing has changed; broken: the connection is,
   and nobody knows. */
enum said { SAID_DONE, SAID_STALE, SAID_AGAIN, SAID_ERROR, SAID_BROKEN };

/* ------------------------------------------------------- connections: redis_connect.c */

extern char redis_sha[SCRIPTS][41];

/* makes both connections, if they are not there; loads the scripts */
enum opened redis_connect(void);
bool redis_reload(void); /* loads the scripts; no call may be without its answer */
int redis_notices_fd(void);
/* The next answer, which the caller frees, within --store-timeout; the server's peers are
   served meanwhile. False: the connection is broken. */
bool redis_answer(redisReply **reply);
/* Are the settings such as timerd wants them? False: not, or the connection is broken. */
bool redis_inspect(void);
bool redis_listen(void);        /* reads what has come; false: the connection is broken */
redisReply *redis_notice(void); /* the next message of what was read, or NULL */
bool redis_ask_time(void);

/* ---------------------------------------------------------------- calls: redis_call.c */

/* A call: begun, given its arguments, sent. A script about a shard gets the key of its lease,
   token and this timerd. call_name() makes a name of the prefix and a suffix. */
void call_name(const char *suffix);
void call_begin(const char *command, const char *argument);
void call_script(enum script script, unsigned shard, uint64_t token);
void call_text(struct text t);
void call_word(const char *word);
void call_number(uint64_t n);
void call_bytes(const char *at, size_t n); /* which call_more() adds to */
void call_more(const char *at, size_t n);  /* to what call_bytes() has begun */
void call_more_wide(uint64_t n);           /* in 16 digits */
void call_wide(uint64_t n);
/* the name of a firing, as shard.lua makes it */
void call_firing(struct text id, uint64_t generation);
/* what the members of `due` begin with that are of this due, and of this id or a later one */
void call_place(struct text id, uint64_t due);
/* the member of a timer */
void call_member(struct text id, uint64_t due, uint64_t generation);
void call_send(void);
/* of the first call without an answer; the caller frees it */
enum said call_answer(redisReply **reply);
/* sends and waits; scripts that were forgotten are called again */
enum said call_ask(redisReply **reply);
/* Is the error of a script about its shard alone, and not about all of Redis? */
bool call_damaged(const redisReply *reply);

#endif
