/* SPDX-License-Identifier: MIT-0 */
/* worker_pool_test CASE: examples/threads/worker_pool.c keeps its clock beside a slow
   job, cannot with one worker, and refuses what it has no room for. How late a tick is,
   is not asked. */
#define _POSIX_C_SOURCE 200809L
#define main            worker_pool_main
#include "../../examples/threads/worker_pool.c"
#undef main
#undef NDEBUG
#include <assert.h>
#include <string.h>

static void pool(long with_workers, long with_room, long with_slow_ms, long with_ticks) {
    static char name[] = "worker_pool";
    char *argv[] = {name, NULL};
    long left = 0;

    workers = with_workers;
    most_waiting = with_room;
    slow_ms = with_slow_ms;
    last_tick = with_ticks;
    assert(worker_pool_main(1, argv) == 0);
    for (long i = 0; i * ECHO_EVERY < last_tick; i++) {
        assert(!(echo[i].ran && echo[i].refused));
        /* an echo may not be due yet when the pool closes */
        left += !echo[i].ran && !echo[i].refused;
    }
    assert(ticks == with_ticks && waiting == left && ticker.ran);
}

/* Jobs whose tick has passed take no room of the structure: the pool bounds them, by its
   own count. No thread takes. */
static void put_late(void) {
    static TW_HEAP4_ARRAY(room, MOST_ROOM);
    int i;

    most_waiting = 3;
    assert(jobs_init(&queue, room, (size_t)most_waiting));
    for (i = 0; i < 5; i++)
        assert(put(&echo[i], jobs_now(&queue) - MILLISECOND) == (i < most_waiting));
    assert(jobs_count(&queue) == (size_t)most_waiting && waiting == most_waiting);
    assert(jobs_try_take(&queue) == &echo[0].node);
    change(&waiting, -1);
    assert(put(&echo[4], 0) && !put(&echo[3], 0));
    jobs_close(&queue);
    change(&waiting, -1);
    assert(!put(&echo[3], 0) && waiting == 2);
}

int main(int argc, char **argv) {
    assert(argc == 2);
    if (strcmp(argv[1], "beside") == 0) {
        pool(4, 100, 3000, 80);
        assert(slow.ran && !slow.refused && beside > 0);
    } else if (strcmp(argv[1], "alone") == 0) {
        pool(1, 100, 500, 80);
        assert(slow.ran && !slow.refused && beside == 0);
    } else if (strcmp(argv[1], "late") == 0) {
        put_late();
    } else {
        assert(strcmp(argv[1], "bounded") == 0);
        pool(1, 1, 500, 20);
        assert(!slow.ran && slow.refused);
        for (long i = 0; i < last_tick / ECHO_EVERY; i++)
            assert(!echo[i].ran && echo[i].refused);
    }
    return 0;
}
