/* SPDX-License-Identifier: MIT-0 */
/* resp.h - requests, as hiredis' reader finds them, and replies. */
#ifndef RESP_H
#define RESP_H

#include "util.h"
#include <hiredis/read.h>

enum { ARGUMENTS_MOST = 8, ELEMENTS_MOST = 1024 };

/* A request's words. Those beyond ARGUMENTS_MOST are counted, not kept. */
struct words {
    int count;
    bool other; /* something in it is no bulk string */
    struct text word[ARGUMENTS_MOST];
};

redisReader *resp_reader(void);
void words_free(struct words *w);

/* A line of words, as RESP, for the reader. */
void resp_inline(struct buffer *to, struct text line);

void resp_status(struct buffer *to, const char *text);
void resp_error(struct buffer *to, const char *format, ...);
void resp_integer(struct buffer *to, uint64_t n);
void resp_text(struct buffer *to, struct text t);
void resp_word(struct buffer *to, const char *word);
void resp_null(struct buffer *to);
void resp_array(struct buffer *to, size_t n);

#endif
