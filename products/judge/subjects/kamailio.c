/* SPDX-License-Identifier: MIT-0 */
/* The timers of Kamailio, from a directory of yours: three wheels, the first with 2^14 slots. The
   names below stand in for its memory, its locks and its log. Its handler is called here, goes
   from tick to tick, and refuses to be called twice at one. */
#include "judge.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <clist.h>

typedef int gen_lock_t;
#define likely(x)                  (x)
#define unlikely(x)                (x)
#define E_OUT_OF_MEM               (-2)
#define lock_alloc()               ((gen_lock_t *)calloc(1, sizeof(gen_lock_t)))
#define lock_init(lock)            (lock)
#define lock_destroy(lock)         ((void)0)
#define lock_dealloc(lock)         free(lock)
#define lock_get(lock)             ((void)(lock))
#define lock_release(lock)         ((void)(lock))
#define shm_malloc(size)           calloc(1, size)
#define shm_free(p)                free(p)
#define sched_yield()              abort()
#define set_sig_h(number, handler) ((void)(handler), SIG_DFL)
#define cfg_child_init()           0
#define cfg_reset_all()            ((void)0)
#define cfg_update()               ((void)0)
#define LM_DBG(...)                ((void)0)
#define LM_WARN(...)               ((void)0)
#define LM_ERR(...)                ((void)0)
#define LM_CRIT(...)               ((void)0)
#define SHM_MEM_ERROR              ((void)0)
#define SHM_MEM_CRITICAL           ((void)0)

#include "kamailio_timer.inc"

static struct timer_ln timer[JUDGE_IDS];

static ticks_t fire(ticks_t now, struct timer_ln *t, void *data) {
    (void)now, (void)data;
    judge_fired((unsigned)(t - timer));
    return 0; /* it does not go on */
}

static void init(uint64_t now) {
    if (timer_lst != NULL)
        destroy_timer();
    if (init_timer() != 0)
        abort();
    in_timer = 1;
    *ticks = prev_ticks = last_ticks = (ticks_t)now;
    for (unsigned id = 0; id < JUDGE_IDS; id++)
        timer_init(&timer[id], fire, NULL, F_TIMER_FAST);
}

static bool add(unsigned id, uint64_t due) {
    timer_reinit(&timer[id]);
    return timer_add(&timer[id], due > *ticks ? (ticks_t)due - *ticks : 0) == 0;
}

static bool cancel(unsigned id) { return timer_del(&timer[id]) == 0; }

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    *ticks = last_adj_check = (ticks_t)now; /* so that it looks at no clock of the system */
    if (*ticks != prev_ticks)
        timer_handler();
    else
        timer_list_expire(*ticks, &timer_lst->expired, slow_timer_lists, *t_idx);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "Kamailio, timer", "callbacks top 10000000", init, add, cancel, NULL, NULL, advance};

    return judge_main(argc, argv, &subject);
}
