/* SPDX-License-Identifier: MIT-0 */
/* disk.h - a disk below one file: what a power cut would leave of it, and calls that fail.
   disk.c stands in for the calls by which LMDB and tw_durable.c write. */
#ifndef DISK_H
#define DISK_H

#include <stdbool.h>
#include <stdint.h>

/* The calls that write or allocate are numbered from 1 on. */
enum { NO_CALL = 0 };

void disk_watch(const char *path);     /* this file, as it is now on the disk; NULL: none */
void disk_watch_new(const char *path); /* the file that is written next, until it has that name */

/* In call number `call` from now on, the power is cut: `to` becomes a file with what was
   synchronised before, and a random part of what was not. The process goes on. */
void disk_cut(unsigned call, const char *to);
bool disk_has_cut(void);
bool disk_has_linked(void);  /* had it the name by then? */
unsigned disk_folders(void); /* how often a folder was synchronised */

/* Call number `call` from now on fails with this error, and does nothing. */
void disk_fail(unsigned call, int error);
unsigned disk_calls(void); /* since the last disk_watch(), disk_cut() or disk_fail() */

uint64_t draw(uint64_t below); /* a random number */
void draw_from(uint64_t seed);

#endif
