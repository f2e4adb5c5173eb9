/* SPDX-License-Identifier: MIT-0 */
/* resp.h - replies. */
#ifndef RESP_H
#define RESP_H

#include "util.h"

void resp_status(struct buffer *to, const char *text);
void resp_error(struct buffer *to, const char *format, ...);
void resp_integer(struct buffer *to, uint64_t n);
void resp_text(struct buffer *to, struct text t);
void resp_word(struct buffer *to, const char *word);
void resp_null(struct buffer *to, bool resp3);
void resp_array(struct buffer *to, size_t n);
void resp_map(struct buffer *to, size_t n); /* of RESP3 alone */

#endif
