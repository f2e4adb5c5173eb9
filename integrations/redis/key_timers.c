/* SPDX-License-Identifier: MIT-0 */
/* Redis' volatile keys over a table of ours: see key_timers.h. This file has
   activeExpireCycle(), too: apply.sh takes Redis' own out of src/expire.c.

   Entry i of a dict and timer i of its table belong together. Entries stand in blocks, and
   never move; the table is one mapping that grows. A tick is a millisecond of Unix time. A
   key expires after its deadline has passed, so its timer is due one tick later. Timer 0
   belongs to no key. It is armed one period of serverCron ahead, so that a question for the
   next deadline looks no farther. */
#include "server.h"
#include <sys/mman.h>
#include <sys/timerfd.h>

#ifndef TW_TICK_BITS
#define TW_TICK_BITS 64
#endif
#define TW_STATIC
#define TW_IMPLEMENTATION
#include <tw/table.h>

#define BLOCK_BYTES   ((size_t)1 << 20)
#define PER_BLOCK     ((BLOCK_BYTES - sizeof(struct block)) / sizeof(dictEntry))
#define BYTES_PER_KEY (sizeof(dictEntry) + sizeof(struct tw_table_timer))
#define SLICE_US      250 /* a turn of the loop expires keys for so long, times the effort */

/* A block lies at a multiple of its size. Its entries follow. */
struct block {
    uint64_t first; /* the number of its first entry */
};

struct keyTimers {
    dict dict;              /* what the rest of Redis sees, so it comes first */
    struct tw_table *table; /* NULL: no key has been volatile yet */
    size_t room;            /* the bytes that are mapped for it */
    struct block **block;
    dictEntry *free; /* entries that are free, linked by `next`; their key is NULL */
    size_t live;     /* entries that are not */
};

static uint64_t wake; /* no timer is due before this tick */
static int alarmFd;   /* becomes readable then */

static struct keyTimers *timersOf(const dict *d) { return (struct keyTimers *)d; }

static dictEntry *entryAt(const struct keyTimers *k, uint64_t number) {
    return (dictEntry *)(k->block[number / PER_BLOCK] + 1) + number % PER_BLOCK;
}

static uint32_t numberOf(const dictEntry *e) {
    const struct block *b = (const struct block *)((uintptr_t)e & ~(BLOCK_BYTES - 1));

    return (uint32_t)(b->first + (uint64_t)(e - (const dictEntry *)(b + 1)));
}

/* Returns memory that is all zero, and is resident only once it is written. */
static void *mapped(void *memory) {
    if (memory == MAP_FAILED)
        serverPanic("Out of memory for the timers of keys");
    return memory;
}

static void *map(size_t bytes) {
    return mapped(mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
}

/* Maps a block more than it needs, and gives back what lies beside the aligned one. */
static struct block *mapBlock(uint64_t first) {
    char *const all = map(2 * BLOCK_BYTES);
    const size_t before = -(uintptr_t)all & (BLOCK_BYTES - 1);
    struct block *const b = (struct block *)(all + before);

    if (before)
        munmap(all, before);
    munmap(all + before + BLOCK_BYTES, BLOCK_BYTES - before);
    b->first = first;
    return b;
}

static void makeTable(struct keyTimers *k) {
    k->room = BLOCK_BYTES;
    k->table = map(k->room);
    tw_table_init(k->table, (tw_tick)mstime(), 1);
    k->block = zmalloc(sizeof(*k->block));
    k->block[0] = mapBlock(0);
    zmalloc_count(sizeof(struct tw_table) + BYTES_PER_KEY);
}

/* Gives back all memory. No entry is live. */
static void dropTable(struct keyTimers *k) {
    const uint64_t numbers = tw_table_capacity(k->table);

    zmalloc_count(-(sizeof(struct tw_table) + numbers * BYTES_PER_KEY));
    for (uint64_t first = 0; first < numbers; first += PER_BLOCK)
        munmap(k->block[first / PER_BLOCK], BLOCK_BYTES);
    munmap(k->table, k->room);
    zfree(k->block);
    k->table = NULL;
    k->free = NULL;
}

/* Makes one number more, and returns its entry. */
static dictEntry *makeEntry(struct keyTimers *k) {
    uint64_t number;

    if (k->table == NULL)
        makeTable(k);
    number = tw_table_capacity(k->table);
    if (tw_table_bytes(number + 1) == 0)
        serverPanic("Too many volatile keys");
    if (tw_table_bytes(number + 1) > k->room) {
        k->table = mapped(mremap(k->table, k->room, 2 * k->room, MREMAP_MAYMOVE));
        k->room *= 2;
    }
    tw_table_grow(k->table, number + 1);
    if (number % PER_BLOCK == 0) {
        k->block = zrealloc(k->block, (number / PER_BLOCK + 1) * sizeof(*k->block));
        k->block[number / PER_BLOCK] = mapBlock(number);
    }
    zmalloc_count(BYTES_PER_KEY);
    return entryAt(k, number);
}

dict *keyTimersCreate(void) {
    dict *const plain = dictCreate(&dbExpiresDictType);
    struct keyTimers *const k = zcalloc(sizeof(*k));

    k->dict = *plain;
    zfree(plain);
    return &k->dict;
}

void keyTimersRelease(dict *expires) {
    dictEmpty(expires, NULL);
    if (timersOf(expires)->table)
        dropTable(timersOf(expires));
    dictRelease(expires);
}

dictEntry *keyTimersEntry(dict *expires) {
    struct keyTimers *const k = timersOf(expires);
    dictEntry *e = k->free;

    k->live++;
    if (e == NULL)
        return makeEntry(k);
    k->free = e->next;
    return e;
}

/* The memory of more than a block is given back once no key is left. */
void keyTimersFree(dict *expires, dictEntry *entry) {
    struct keyTimers *const k = timersOf(expires);

    tw_table_cancel(k->table, numberOf(entry));
    entry->key = NULL;
    entry->next = k->free;
    k->free = entry;
    if (--k->live == 0 && tw_table_capacity(k->table) > PER_BLOCK)
        dropTable(k);
}

/* Lets the server wake at a tick: at once, if that has passed. The loop itself sleeps for
   whole milliseconds, rounded up, so a time event would be late by half of one. */
static void wakeAt(uint64_t due) {
    const uint64_t now = (uint64_t)ustime();
    const uint64_t us = due > now / 1000 ? due * 1000 - now : 1; /* 0 would disarm it */
    const struct itimerspec in = {{0, 0}, {(time_t)(us / 1000000), (long)(us % 1000000) * 1000}};

    wake = due;
    timerfd_settime(alarmFd, 0, &in, NULL);
}

static uint64_t tickOf(long long when) { return when < 0 ? 0 : (uint64_t)when + 1; }

void keyTimersArm(dict *expires, dictEntry *entry, long long when) {
    dictSetSignedIntegerVal(entry, when);
    tw_table_add(timersOf(expires)->table, numberOf(entry), tickOf(when));
    if (tickOf(when) < wake)
        wakeAt(tickOf(when));
}

size_t keyTimersBytes(const dict *expires) {
    const struct keyTimers *const k = timersOf(expires);

    return k->table ? tw_table_bytes(tw_table_capacity(k->table)) : 0;
}

/* Calls nothing: the next beforeSleep() looks for keys that are due. */
static void wakeForKeys(aeEventLoop *loop, int fd, void *data, int mask) {
    uint64_t times;

    UNUSED(loop);
    UNUSED(data);
    UNUSED(mask);
    if (read(fd, &times, sizeof(times)) < 0)
        serverAssert(errno == EAGAIN || errno == EINTR);
}

void keyTimersStart(void) {
    alarmFd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (alarmFd < 0 || aeCreateFileEvent(server.el, alarmFd, AE_READABLE, wakeForKeys, NULL))
        serverPanic("Can't create the timer of keys");
}

static void expireKey(redisDb *db, uint32_t i) {
    const sds name = dictGetKey(entryAt(timersOf(db->expires), i));
    robj *const key = createStringObject(name, sdslen(name));

    deleteExpiredKeyAndPropagate(db, key);
    decrRefCount(key);
}

/* Expires the keys of a database that are due. Returns 0 if time ran out before the last. A
   module that is told may flush or swap the database, so its table is looked up anew. */
static int expireKeys(redisDb *db, long long until) {
    const tw_tick now = (tw_tick)mstime();
    unsigned n = 0;
    uint32_t i;

    while (timersOf(db->expires)->table && tw_table_expire(timersOf(db->expires)->table, now, &i)) {
        if (i != 0)
            expireKey(db, i);
        if (++n % 16 == 0 && ustime() >= until)
            return 0;
    }
    return 1;
}

/* Sets `wake`, and the alarm if a key is due before serverCron comes. */
static void findNext(uint64_t now) {
    const uint64_t cron = now + (uint64_t)(1000 / server.hz);
    uint64_t first = cron;
    tw_tick due;

    for (int j = 0; j < server.dbnum; j++) {
        struct tw_table *const t = timersOf(server.db[j].expires)->table;

        if (t && tw_table_count(t) > tw_table_pending(t, 0)) {
            tw_table_add(t, 0, cron);
            if (tw_table_next(t, &due) && due < first)
                first = due;
        }
    }
    wake = first;
    if (first < cron)
        wakeAt(first);
}

/* Expires keys of all databases in turn. What is left when the time has come goes on in the
   next turn of the loop, after what clients have asked for. */
static void expireAll(long long until) {
    static unsigned next;
    int j;

    serverAssert(server.also_propagate.numops == 0);
    server.core_propagates = 1;
    server.propagate_no_multi = 1;
    for (j = 0; j < server.dbnum; j++)
        if (!expireKeys(server.db + next++ % server.dbnum, until))
            break;
    propagatePendingCommands();
    server.core_propagates = 0;
    server.propagate_no_multi = 0;
    server.stat_expired_time_cap_reached_count += j < server.dbnum;
}

/* Arms all timers of a table anew, because the clock was set back. */
static void restart(struct keyTimers *k, uint64_t now) {
    const size_t numbers = tw_table_capacity(k->table);

    tw_table_init(k->table, now, numbers);
    for (uint64_t i = 1; i < numbers; i++)
        if (entryAt(k, i)->key)
            tw_table_add(k->table, (uint32_t)i, tickOf(dictGetSignedIntegerVal(entryAt(k, i))));
}

/* Sees that the clock was set back by more than a period. */
static void watchClock(uint64_t now) {
    static uint64_t last;

    if (now + 1000 / (unsigned)server.hz < last) {
        for (int j = 0; j < server.dbnum; j++)
            if (timersOf(server.db[j].expires)->table)
                restart(timersOf(server.db[j].expires), now);
        wake = 0;
    }
    last = now;
}

/* Feeds avg_ttl of INFO from 20 entries of each database, as Redis does from those that it
   samples. */
static void sampleTtl(redisDb *db, long long now) {
    const struct keyTimers *const k = timersOf(db->expires);
    long long sum = 0, n = 0;

    if (k->live == 0) {
        db->avg_ttl = 0;
        return;
    }
    for (int i = 0; i < 20; i++) {
        const dictEntry *e = entryAt(k, db->expires_cursor++ % tw_table_capacity(k->table));
        const long long ttl = e->key ? dictGetSignedIntegerVal(e) - now : 0;

        sum += ttl > 0 ? ttl : 0;
        n += ttl > 0;
    }
    if (n && db->avg_ttl == 0)
        db->avg_ttl = sum / n;
    if (n)
        db->avg_ttl = db->avg_ttl / 50 * 49 + sum / n / 50;
}

/* Stands for Redis' own. The fast cycle runs before each sleep, the slow one in serverCron.
   `wake` may lie behind the next serverCron, and no alarm is set for it. So the slow cycle
   always looks for the next deadline. */
void activeExpireCycle(int type) {
    const long long start = ustime();

    if (type == ACTIVE_EXPIRE_CYCLE_SLOW) {
        watchClock((uint64_t)(start / 1000));
        for (int j = 0; j < server.dbnum; j++)
            sampleTtl(server.db + j, start / 1000);
    }
    if (type == ACTIVE_EXPIRE_CYCLE_FAST && (uint64_t)(start / 1000) < wake)
        return;
    if (checkClientPauseTimeoutAndReturnIfPaused())
        return;
    expireAll(start + SLICE_US * server.active_expire_effort);
    findNext((uint64_t)(start / 1000));
    const long long elapsed = ustime() - start;
    server.stat_expire_cycle_time_used += elapsed;
    latencyAddSampleIfNeeded("expire-cycle", elapsed / 1000);
}

/* The position stays at a key that is due until the master has deleted it. */
void keyTimersFollow(void) {
    uint32_t none;

    for (int j = 0; j < server.dbnum; j++) {
        struct tw_table *const t = timersOf(server.db[j].expires)->table;

        if (t) {
            tw_table_cancel(t, 0);
            tw_table_expire_some(t, (tw_tick)mstime(), &none, 0);
        }
    }
    watchClock((uint64_t)mstime());
}
