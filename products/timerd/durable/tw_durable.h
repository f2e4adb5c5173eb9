/* SPDX-License-Identifier: MIT-0 */
/* tw_durable.h - timers of one C program that survive kill -9, in one file, without a
   server.

   WHAT IT IS
       A set keeps its timers in memory, in a queue of rbtree.h, and a row of each in a file
       of LMDB. commit() writes what has changed since the last one, in one transaction.
       open() reads the file, and all timers of it wait again. A timer has a small payload
       that says what it is for, because no pointer survives.

   PICK IT
       for a program on one machine whose timers must survive it, and fit into its memory.
   PICK ANOTHER
       timerd, if several processes or machines share the timers, or if more than one of
       them does the work. timers.h, if no timer need survive.

   EXAMPLE (example.c)
       d = tw_durable_open("reminders.db", now_ms(), &error);
       for (;;) {
           poll(fds, n, tw_durable_wait_ms(d, now_ms()));
           ...                                   requests: tw_durable_arm(d, due, text, size)
           while ((t = tw_durable_expire(d, now_ms())) != NULL) {
               remind(t->payload, t->bytes);
               tw_durable_done(d, t->id);        or tw_durable_move(), to do it again
           }
           if (tw_durable_commit(d)) ...         now the answers to the requests may go out
       }

   WHAT IT PROMISES
       1  If commit() has returned true, all that was armed, moved, cancelled and done
          before it survives the process, and the machine, as far as its disk keeps what
          fdatasync() wrote. A commit is all or nothing.
       2  A timer of the file is given by expire() at least once. If the process ends before
          a commit behind done(), expire() gives the timer again after the next open(). So
          make the work idempotent, or remember the id.
       3  expire() gives no timer before its time by the clock that the caller tells.
       4  Timers come in the order of their times, and equal ones in arming order, after an
          open(), too. A timer that is armed for a passed time counts as armed for the
          latest now that the set was told. A move counts as arming anew.
       5  expire() gives no timer that was armed or moved since the batch began. So a batch
          ends.
       6  An id is given once. This holds for all processes that had the file, and if a copy
          of the file is put back: numbers begin at the us since 1970. After a copy it holds
          while fewer than 1,000,000 numbers a second were used, and if the clock of open()
          is later than all use of the original. An arm() and a move() use one number, an
          open() 4096.
       7  A full disk refuses arm(). The set keeps the file twice as large as its pages, and
          all blocks of it allocated. So moves, cancels and done() still commit. If a commit
          fails all the same, nothing is lost: the set has all changes, and the next commit
          writes them.
       8  One process has the file. open() refuses a file that another set has, one of a
          newer format, one that is none of ours, and one that is cut off or has a damaged
          row. It changes nothing in them.

   THE CLOCK
       is the caller's: ms since 1970 that every process with the file understands. If it is
       set back, timers wait until it shows their time. If it is set forward, they are due.

   COST
       arm, move, cancel, done, get: O(log n), no system call; once in 4096 numbers a
       commit. expire: O(log n). wait_ms, count: O(1). commit: a search in the file for each
       timer that has changed, and the time that the disk takes for two synchronous writes:
       README.md has figures. open reads the whole file.
       Memory: 160 bytes a timer and its payload, where addresses have 64 bits.

   LIMITS
       One thread at a time calls a set. A child of fork() must not touch it. A file is no
       network file. It never shrinks: mdb_copy -n -c makes a small copy. While another
       process reads the file, as mdb_copy does, no page is written twice, so the file grows.
       On a disk that is full by then commits fail until the reader has ended. */
#ifndef TW_DURABLE_H
#define TW_DURABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TW_DURABLE_BYTES_MOST = 1024 }; /* of a payload: each row fits into a page */

struct tw_durable;

/* Read it only. It stays until done() or cancel(). */
struct tw_durable_timer {
    uint64_t id, due_ms;
    const void *payload;
    size_t bytes;
    bool in_hand; /* given by expire(), and not moved or done since */
};

/* Opens the file `path`, or makes it, and reads its timers. now_ms: ms since 1970. NULL: it
   cannot be had; *error says why, a text that stays. O(n log n), and one commit. */
struct tw_durable *tw_durable_open(const char *path, uint64_t now_ms, const char **error);

/* Commits and frees the set; d may be NULL. False: that commit failed, and what it should
   have written is lost. O(n). */
bool tw_durable_close(struct tw_durable *d);

/* Arms a new timer with a copy of the payload of at most TW_DURABLE_BYTES_MOST bytes. Returns
   its id, never 0. 0: no memory, a full disk, or a payload too long; nothing has changed.
   O(log n), and maybe a commit of a number. */
uint64_t tw_durable_arm(struct tw_durable *d, uint64_t due_ms, const void *payload, size_t bytes);

/* Arms a timer anew, whether it waits or is in hand. False: there is none with this id, or
   numbers have run out and the disk takes no more; nothing has changed. O(log n). */
bool tw_durable_move(struct tw_durable *d, uint64_t id, uint64_t due_ms);

/* Ends a timer that waits. False: none with this id waits. O(log n). */
bool tw_durable_cancel(struct tw_durable *d, uint64_t id);

/* Ends a timer that is in hand: its work is done. False: none with this id is. O(log n). */
bool tw_durable_done(struct tw_durable *d, uint64_t id);

/* Writes all changes since the last commit. True: they are on the disk, or there were none.
   False: nobody knows whether they are; tw_durable_error() says why, and the next commit
   writes them again. */
bool tw_durable_commit(struct tw_durable *d);

/* The next timer that is due at now_ms, which is in hand then; NULL ends the batch. A batch
   keeps the now that it began with. O(log n). */
const struct tw_durable_timer *tw_durable_expire(struct tw_durable *d, uint64_t now_ms);

/* For poll(): ms until a timer is due; 0: one is; -1: none waits. O(1). */
int tw_durable_wait_ms(const struct tw_durable *d, uint64_t now_ms);

/* The timer with this id, and the one with the least id above it: after(d, 0) is the first.
   NULL: there is none. O(log n). */
const struct tw_durable_timer *tw_durable_get(const struct tw_durable *d, uint64_t id);
const struct tw_durable_timer *tw_durable_after(const struct tw_durable *d, uint64_t id);

/* The timers that wait or are in hand. O(1). */
size_t tw_durable_count(const struct tw_durable *d);

/* Why the last call failed that did; a text that stays until the next call. */
const char *tw_durable_error(const struct tw_durable *d);

#ifdef __cplusplus
}
#endif

#endif
