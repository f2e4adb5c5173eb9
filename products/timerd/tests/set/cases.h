/* SPDX-License-Identifier: MIT-0 */
/* cases.h - the cases of durable_set_test: each works in a folder that is empty. */
#ifndef CASES_H
#define CASES_H

#include "check.h"
#include <tw_durable.h>

void case_random(unsigned long sequences);
void case_new(void);     /* a power cut, or a full disk, while the file is made */
void case_full(void);    /* a full disk refuses arm(), and all else commits */
void case_pinned(void);  /* a full disk, and another process that reads the file */
void case_whole(void);   /* a commit that fails for want of room changes nothing in the file */
void case_two(void);     /* the second set of a file is refused */
void case_refused(void); /* so are files that are none, and they stay as they are */
void case_clock(void);   /* the clock is set back, and forward */
void case_restored(void);
void case_numbers(void); /* more arms than numbers are reserved, without a commit */

/* For all: the set of a file, which must be had, and files. */
struct tw_durable *open_set(const char *path, uint64_t now_ms);
void copy_file(const char *from, const char *to);
bool same_files(const char *a, const char *b);

#endif
