/* SPDX-License-Identifier: MIT-0 */
/* replies.h - requests as bytes, and what replies say. */
#ifndef REPLIES_H
#define REPLIES_H

#include "model.h"
#include <hiredis/hiredis.h>

enum { NAME_MOST = 255, PAYLOAD_MOST = 20000 };

void request_write(redisContext *c, const struct request *r);

enum verdict { ANSWERED, REFUSED, UNSURE };
enum verdict reply_verdict(const struct request *r, const redisReply *reply);

bool reply_bool(const struct request *r, const redisReply *reply); /* CANCEL, ACK */
/* false: a null for GET */
bool reply_row(const struct request *r, const redisReply *reply, struct row *row);
int64_t reply_stat(const redisReply *reply, const char *name); /* of STATS */
void reply_expect(const struct request *r, bool that);

#endif
