/* SPDX-License-Identifier: MIT-0 */
/* The timer wheel of Linux since 4.8, from a directory of yours: nine levels of 64 slots, and no
   cascade. The names below stand in for what kernel/time/timer.c includes: one processor, which
   is never idle. A slot of a far level is as wide as an eighth of the distance. */
#include "judge.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int raw_spinlock_t;

struct hlist_node {
    struct hlist_node *next, **pprev;
};

struct hlist_head {
    struct hlist_node *first;
};
struct lock_class_key;

struct timer_list {
    struct hlist_node entry;
    unsigned long expires;
    void (*function)(struct timer_list *);
    u32 flags;
};

enum { TIMER_CPUMASK = 0x3ffff, TIMER_MIGRATING = 0x40000, TIMER_BASEMASK = 0x7ffff };

enum { TIMER_DEFERRABLE = 0x80000, TIMER_PINNED = 0x100000, TIMER_IRQSAFE = 0x200000 };

enum { TIMER_INIT_FLAGS = 0x380000, TIMER_ARRAYSHIFT = 22 };

#define HZ                   1000
#define TIMER_ARRAYMASK      0xffc00000u
#define NEXT_TIMER_MAX_DELTA ((1ul << 30) - 1)
#define INITIAL_JIFFIES      0
#define BITS                 64

static unsigned long jiffies;

#define __visible
#define __cacheline_aligned_in_smp
#define ____cacheline_aligned
#define __acquires(x)
#define EXPORT_SYMBOL(x)                        struct stand_in
#define EXPORT_SYMBOL_GPL(x)                    struct stand_in
#define DECLARE_BITMAP(name, bits)              unsigned long name[(bits) / BITS + 1]
#define DEFINE_PER_CPU(type, name)              __typeof__(type) name
#define per_cpu_ptr(p, cpu)                     ((void)(cpu), (p))
#define tick_nohz_full_cpu(cpu)                 ((void)(cpu), 0)
#define wake_up_nohz_cpu(cpu)                   ((void)(cpu))
#define IS_ENABLED(x)                           0
#define READ_ONCE(x)                            (x)
#define WRITE_ONCE(x, y)                        ((x) = (y))
#define WARN_ON(x)                              (x)
#define WARN_ON_ONCE(x)                         (x)
#define WARN_ONCE(x, ...)                       (x)
#define likely(x)                               (x)
#define unlikely(x)                             (x)
#define raw_spin_lock_irqsave(lock, flags)      ((void)(lock), (flags) = 0)
#define raw_spin_unlock_irqrestore(lock, flags) ((void)(lock), (void)(flags))
#define raw_spin_lock(lock)                     ((void)(lock))
#define raw_spin_unlock(lock)                   ((void)(lock))
#define raw_spin_lock_irq(lock)                 ((void)(lock))
#define raw_spin_unlock_irq(lock)               ((void)(lock))
#define this_cpu_ptr(p)                         (p)
#define raw_smp_processor_id()                  0
#define in_hardirq()                            0
#define preempt_count()                         0
#define preempt_count_set(n)                    ((void)(n))
#define cpu_relax()                             abort()
#define lockdep_init_map(map, name, key, n)     ((void)(name), (void)(key))
#define lockdep_assert_preemption_enabled()     ((void)0)
#define lock_map_acquire(map)                   ((void)0)
#define lock_map_release(map)                   ((void)0)
#define trace_timer_init(t)                     ((void)(t))
#define trace_timer_start(t, due, flags)        ((void)(t))
#define trace_timer_cancel(t)                   ((void)(t))
#define trace_timer_expire_entry(t, now)        ((void)(t))
#define trace_timer_expire_exit(t)              ((void)(t))
#define LIST_POISON2                            NULL
#define time_after(a, b)                        ((long)((b) - (a)) < 0)
#define time_before(a, b)                       time_after(b, a)
#define time_after_eq(a, b)                     ((long)((a) - (b)) >= 0)
#define time_before_eq(a, b)                    time_after_eq(b, a)
#define time_is_after_jiffies(a)                time_before(jiffies, a)
#define hlist_entry(node, type, member)         ((type *)(node)) /* it is the first member */
#define hlist_empty(head)                       ((head)->first == NULL)
#define hlist_is_singular_node(n, head)         ((head)->first == (n) && (n)->next == NULL)
#define timer_pending(t)                        ((t)->entry.pprev != NULL)
#define __set_bit(bit, map)                     ((map)[(bit) / BITS] |= 1ul << (bit) % BITS)
#define __clear_bit(bit, map)                   ((map)[(bit) / BITS] &= ~(1ul << (bit) % BITS))

static void hlist_add_head(struct hlist_node *n, struct hlist_head *head) {
    n->next = head->first;
    if (n->next != NULL)
        n->next->pprev = &n->next;
    head->first = n;
    n->pprev = &head->first;
}

static void __hlist_del(struct hlist_node *n) {
    *n->pprev = n->next;
    if (n->next != NULL)
        n->next->pprev = n->pprev;
}

static void hlist_move_list(struct hlist_head *from, struct hlist_head *to) {
    to->first = from->first;
    if (to->first != NULL)
        to->first->pprev = &to->first;
    from->first = NULL;
}

static bool __test_and_clear_bit(unsigned bit, unsigned long *map) {
    const bool was = map[bit / BITS] >> bit % BITS & 1;

    __clear_bit(bit, map);
    return was;
}

static unsigned find_next_bit(const unsigned long *map, unsigned end, unsigned bit) {
    while (bit < end && (map[bit / BITS] >> bit % BITS & 1) == 0)
        bit++;
    return bit;
}

#include "linux_timer.inc"

static struct timer_list timer[JUDGE_IDS];

static void fire(struct timer_list *t) { judge_fired((unsigned)(t - timer)); }

static void init(uint64_t now) {
    jiffies = now;
    memset(timer_bases, 0, sizeof timer_bases);
    timer_bases[BASE_STD].clk = now;
    timer_bases[BASE_STD].next_expiry = now + NEXT_TIMER_MAX_DELTA;
    for (unsigned id = 0; id < JUDGE_IDS; id++)
        init_timer_key(&timer[id], fire, 0, NULL, NULL);
}

static bool add(unsigned id, uint64_t due) {
    mod_timer(&timer[id], due);
    return true;
}

static bool cancel(unsigned id) { return timer_delete(&timer[id]) == 1; }

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    jiffies = now;
    __run_timers(timer_bases);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {"Linux, timer wheel",
                                                 "unordered move callbacks late 32768 top 1000000",
                                                 init,
                                                 add,
                                                 cancel,
                                                 add,
                                                 NULL,
                                                 advance};

    return judge_main(argc, argv, &subject);
}
