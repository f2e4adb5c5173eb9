/* gf_tw_fls() of GlusterFS counts bits from 1, and apply_slack() wants it to count from 0, as
   Linux does. So it clears a bit too many, and may set a deadline back, even to before the
   clock. Prints when two timers come, after a million turns of the wheel at most.
       cc -I glusterfs/contrib/timer-wheel -I glusterfs/libglusterfs/src \
           glusterfs_early.c -o glusterfs_early */
#include <timer-wheel.c>

static unsigned long come;

static void call(struct gf_tw_timer_list *t, void *data, unsigned long now) { come = now; }

static void show(unsigned long clock, unsigned long delay) {
    static struct tvec_base wheel;
    struct gf_tw_timer_list timer = {NULL, delay, call, {NULL, NULL}};

    pthread_spin_init(&wheel.lock, 0);
    for (struct list_head *list = wheel.tv1.vec; list < wheel.tv5.vec + TVN_SIZE; list++)
        INIT_LIST_HEAD(list);
    wheel.timer_sec = clock;
    gf_tw_add_timer(&wheel, &timer);
    for (come = 0; !come && wheel.timer_sec < clock + 1000000;)
        run_timers(&wheel);
    printf(come ? "%lu s: come after %lu s\n" : "%lu s: not come\n", delay, come - clock);
}

int main(void) {
    show(1700000001, 256);
    show(1700069587, 300);
    return 0;
}
