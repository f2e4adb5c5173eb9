/* SPDX-License-Identifier: MIT-0 */
/* Redis' volatile keys over a table of ours: what the rest of Redis calls. server.h includes
   this file as apply.sh edits it. db->expires stays a dict of keys and deadlines; its entries
   have numbers, and each number is a timer. */
#ifndef KEY_TIMERS_H
#define KEY_TIMERS_H

struct dict;
struct dictEntry;

/* Returns a dict for db->expires. O(1). */
struct dict *keyTimersCreate(void);

/* Frees such a dict, with its entries and timers. Any thread may call it, if no other has
   the dict. O(entries). */
void keyTimersRelease(struct dict *expires);

/* Hooks of its dictType: get an entry, and give it back. */
struct dictEntry *keyTimersEntry(struct dict *expires);
void keyTimersFree(struct dict *expires, struct dictEntry *entry);

/* Gives an entry its deadline, Unix time in milliseconds, and arms or moves its timer. */
void keyTimersArm(struct dict *expires, struct dictEntry *entry, long long when);

/* Returns the bytes of the timers of a dict, without its entries. */
size_t keyTimersBytes(const struct dict *expires);

/* Creates the time event by which the server wakes for a key. Once, after the event loop. */
void keyTimersStart(void);

/* On a replica, ten times a second: lets the clock of each table go on, and fires nothing. */
void keyTimersFollow(void);

#endif
