/* SPDX-License-Identifier: MIT-0 */
/* ttl_cache - a cache whose keys expire, as Redis and memcached have it. It sets a million
   keys with times to live, sets some again, and deletes some. Then each key expires at its
   tick.

   What it teaches: the slots of the hash are numbers, so a timer takes 24 bytes of
   table.h, and none of a key. A key that is set again moves its timer. An expired key is
   found by its number: nobody searches for expired keys.

       ttl_cache [KEYS]        prints how many keys were set, deleted and expired */
#define TW_IMPLEMENTATION
#define TW_STATIC
#include <tw/table.h>

#include <stdio.h>
#include <stdlib.h>

static uint64_t *key; /* an open hash: 0 is a slot that was never used */
static struct tw_table *timers;
static uint32_t slots, live;
static unsigned long expiries, late;

/* The slot of a key, or the free slot at which it belongs. */
static uint32_t slot_of(uint64_t k) {
    uint32_t i = (uint32_t)(k * 0x9E3779B97F4A7C15u >> 32) & (slots - 1);

    while (key[i] && key[i] != k)
        i = (i + 1) & (slots - 1);
    return i;
}

/* Sets a key that lives for ttl ticks. */
static void set(uint64_t k, tw_tick now, tw_tick ttl) {
    const uint32_t i = slot_of(k);

    live += !tw_table_pending(timers, i);
    key[i] = k;
    tw_table_add_in(timers, i, now, ttl);
}

/* Says whether a key is alive. A key that has expired stays in its slot until the key is
   set again, so that the hash needs no other mark. */
static bool get(uint64_t k) { return tw_table_pending(timers, slot_of(k)); }

static bool del(uint64_t k) {
    const bool was = tw_table_cancel(timers, slot_of(k));

    live -= was;
    return was;
}

static void expired(void *user, uint32_t i, tw_tick now) {
    (void)user;
    live--;
    expiries++;
    late += tw_table_due(timers, i) != now;
}

/* Makes the hash, which is at most half full, and a timer for each of its slots. */
static bool make(unsigned long keys) {
    for (slots = 2; slots < 2 * keys; slots *= 2)
        ;
    key = (uint64_t *)calloc(slots, sizeof *key);
    timers = (struct tw_table *)malloc(tw_table_bytes(slots));
    if (!key || !timers)
        return false;
    tw_table_init(timers, 0, slots);
    return true;
}

int main(int argc, char **argv) {
    const unsigned long keys = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    unsigned long k, deleted = 0;
    tw_tick now, due;

    if (keys == 0 || keys > 100000000 || !make(keys)) {
        fprintf(stderr, "ttl_cache: give a number of keys that memory has room for\n");
        return 2;
    }
    for (k = 1; k <= keys; k++)
        set(k, 0, 1 + k * 7919 % 60000);
    for (k = 1; k <= keys; k += 3)
        set(k, 0, 70000);
    for (k = 2; k <= keys; k += 3)
        deleted += del(k);
    printf("%lu keys set, %lu deleted, %lu live\n", keys, deleted, (unsigned long)live);
    for (now = 1; now <= 60000; now++)
        tw_table_advance(timers, now, expired, NULL);
    printf("%lu expired by tick 60000, %lu of them late; key 1 is %s\n", expiries, late,
           get(1) ? "alive" : "gone");
    while (tw_table_next(timers, &due))
        tw_table_advance(timers, due, expired, NULL);
    printf("%lu expired by tick %lu, %lu of them late\n", expiries,
           (unsigned long)tw_table_now(timers), late);
    free(key);
    free(timers);
    return 0;
}
