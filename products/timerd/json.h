/* SPDX-License-Identifier: MIT-0 */
/* json.h - replies of RESP2, as JSON. */
#ifndef JSON_H
#define JSON_H

#include "util.h"

/* Appends a reply that timerd has made: an integer is a number, a bulk string and a status
   are a string, in which each character stands for one byte, from \u0000 to \u00ff. An
   array is one, a null is null. An error is {"error": "..."}. */
void json_reply(struct buffer *to, struct text reply);

#endif
