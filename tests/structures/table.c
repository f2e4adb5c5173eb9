/* SPDX-License-Identifier: MIT-0 */
/* What table.h promises: the contract by numbers, beside a model that keeps an array and
   searches it; memory that may lie anywhere; moves that write one timer; bounds of steps
   and bytes; a check() that sees.

       table          all of it
       table NAME     one scenario */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

static size_t stepped;
#define TW__TABLE_STEP ((void)stepped++)
#include "../contract/rig.h"
#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#endif

#define QUARTER ((uint64_t)1 << (TW_TICK_BITS - 2))

/* ------------------------------------------------------------------------------ MODEL

   Time is counted in 64 bits, and cut to the width of a tick for the table. */

enum { MOST = 40 };

struct item {
    uint64_t due, order; /* order of arming; 0: idle */
    bool passed;         /* it was armed for a tick that had passed */
};

static struct model_table {
    struct item item[MOST];
    uint64_t now, before, until, order;
    uint32_t capacity;
    bool pulling, firing;
} m;

static struct tw_table *t;
static size_t fired;
static void (*acts)(void); /* what a callback does; NULL: nothing */

static uint32_t armed(void) {
    uint32_t i, n = 0;

    for (i = 0; i < m.capacity; i++)
        n += m.item[i].order != 0;
    return n;
}

/* The part of the batch in which a timer fires, 0 to 2; 3: not in this batch. */
static unsigned part(const struct item *x) {
    if (x->order == 0)
        return 3;
    if (x->passed)
        return x->order <= m.until ? 1 : 3;
    return x->due <= m.before ? 0 : x->due <= m.now ? 2 : 3;
}

/* The timer that fires next; MOST: none. */
static uint32_t turn(void) {
    uint32_t i, best = MOST;

    for (i = 0; i < m.capacity; i++) {
        const struct item *const x = &m.item[i], *const y = &m.item[best % MOST];
        const unsigned p = part(x), q = best == MOST ? 3 : part(y);

        if (p < q || (p == q && p != 3 &&
                      ((p != 1 && x->due < y->due) ||
                       ((p == 1 || x->due == y->due) && x->order < y->order))))
            best = i;
    }
    return best;
}

static uint64_t earliest(void) {
    uint64_t due = UINT64_MAX;
    uint32_t i;

    for (i = 0; i < m.capacity; i++)
        if (m.item[i].order) {
            const uint64_t tick = m.item[i].passed ? m.now : m.item[i].due;

            due = tick < due ? tick : due;
        }
    return due > m.now ? due : m.now;
}

/* A clock that stands a little behind that of the table waits until advance() is not refused.
   Where ticks do not wrap, no clock stands behind 0. */
static void wait_agrees(void) {
    const uint64_t back = rig_below(TW_TICK_BITS == 64 && m.now < 2 ? m.now + 1 : 3);
    const uint64_t ms = armed() ? earliest() - m.now + back : 0;
    const int wait = tw_table_wait_ms(t, (tw_tick)(m.now - back), 1);

    assert(wait == (armed() ? (int)(ms < INT_MAX ? ms : INT_MAX) : -1));
}

static void agree(void) {
    const uint32_t n = armed();
    tw_tick due = 77;
    uint32_t i, walk = 0;

    assert(!tw_table_check(t));
    assert(tw_table_count(t) == n && tw_table_capacity(t) == m.capacity);
    assert(tw_table_now(t) == (tw_tick)m.now);
    for (i = 0; i < m.capacity; i++) {
        const struct item *const x = &m.item[i];

        assert(tw_table_pending(t, i) == (x->order != 0));
        assert(tw_table_each(t, walk) == i || x->order == 0);
        walk = x->order ? i + 1 : walk;
        assert(!x->order || tw_table_due(t, i) == (tw_tick)x->due);
        assert(tw_table_remaining(t, i) ==
               (x->order && !x->passed && x->due > m.now ? (tw_tick)(x->due - m.now) : 0));
    }
    assert(tw_table_each(t, walk) == m.capacity);
    if (rig_below(2) == 0) /* to ask opens a slot: often nobody asks */
        return;
    assert(tw_table_next(t, &due) == (n != 0));
    assert(due == (n ? (tw_tick)earliest() : 77));
    assert(tw_table_any_due(t) == (n && earliest() == m.now));
    wait_agrees();
    assert(!tw_table_check(t));
}

/* ------------------------------------------------------------------------- OPERATIONS */

static void note(uint32_t i, uint64_t due) {
    m.item[i].due = due;
    m.item[i].order = ++m.order;
    m.item[i].passed = due <= m.now;
}

static bool in_reach(uint64_t due) {
    return TW_TICK_BITS == 64 || (due > m.now ? due - m.now < QUARTER : m.now - due <= QUARTER);
}

static void arm(uint32_t i, uint64_t due) {
    const bool ok = in_reach(due);

    assert(tw_table_add(t, i, (tw_tick)due) == ok);
    if (ok)
        note(i, due);
}

static void arm_if_earlier(uint32_t i, uint64_t due) {
    const struct item *const x = &m.item[i];
    const bool enough = x->order && (x->passed || (in_reach(due) && x->due <= due));

    assert(tw_table_add_if_earlier(t, i, (tw_tick)due) == (enough || in_reach(due)));
    if (!enough && in_reach(due))
        note(i, due);
}

static void arm_in(uint32_t i, uint64_t delay) {
    const bool ok = TW_TICK_BITS == 64 || delay < QUARTER;

    assert(tw_table_add_in(t, i, (tw_tick)m.now, (tw_tick)delay) == ok);
    if (ok)
        note(i, m.now + delay);
}

static void cancel(uint32_t i) {
    assert(tw_table_cancel(t, i) == (m.item[i].order != 0));
    m.item[i].order = 0;
}

static void clear(void) {
    uint32_t i;

    tw_table_clear(t);
    for (i = 0; i < m.capacity; i++)
        m.item[i].order = 0;
}

static void begin(uint64_t now) {
    m.before = m.now;
    m.now = now;
    m.until = m.order;
}

static void fires(uint32_t i) {
    assert(i == turn());
    m.item[i].order = 0;
    fired++;
}

static void called(void *user, uint32_t i, tw_tick now) {
    assert(user == &m && now == (tw_tick)m.now);
    fires(i);
    assert(!tw_table_pending(t, i));
    assert(tw_table_advance(t, (tw_tick)(m.now + 1), called, &m) == 0); /* refused */
    assert(!tw_table_expire(t, (tw_tick)m.now, &i));
    if (acts)
        (acts)();
}

static size_t due_now(void) {
    struct model_table was = m;
    size_t n = 0;
    uint32_t i;

    for (; (i = turn()) != MOST; n++)
        m.item[i].order = 0;
    m = was;
    return n;
}

static void advance(uint64_t now, size_t max) {
    fired = 0;
    m.pulling = false;
    begin(now);
    assert(tw_table_advance_some(t, (tw_tick)now, max, called, &m) == fired);
    assert(fired == max || turn() == MOST);
}

static void expire_some(uint64_t now, size_t max) {
    uint32_t numbers[MOST];
    size_t n, i;

    m.pulling = false;
    begin(now);
    n = due_now();
    n = n < max ? n : max;
    assert(tw_table_expire_some(t, (tw_tick)now, numbers, max) == n);
    for (i = 0; i < n; i++)
        fires(numbers[i]);
}

static void expire(uint64_t now) {
    uint32_t i = MOST;

    if (!m.pulling)
        begin(now);
    m.pulling = tw_table_expire(t, (tw_tick)now, &i);
    assert(m.pulling == (turn() != MOST));
    assert(m.pulling || i == MOST);
    if (m.pulling)
        fires(i);
}

/* The table goes to other memory, with room for more, and the old memory is spoiled. */
static void moves(size_t more) {
    const size_t was = tw_table_bytes(m.capacity), to = tw_table_bytes(m.capacity + more);
    void *const other = malloc(to);

    assert(other);
    memcpy(other, t, was);
    memset(t, 0xA5, was);
    free(t);
    t = (struct tw_table *)other;
    if (more)
        memset((char *)other + was, 0x5A, to - was);
    assert(tw_table_grow(t, m.capacity + more));
    assert(!tw_table_grow(t, m.capacity + more - 1) && !tw_table_grow(t, SIZE_MAX));
    m.capacity += (uint32_t)more;
}

/* Arming numbers begin where the next ones fill a word of a timer, or a part of it. */
static uint64_t draw_armings(void) {
    const uint64_t ends[] = {0, (uint64_t)1 << (32 - TW__TABLE_PLACE_BITS), (uint64_t)1 << 32};
    const uint64_t end = ends[rig_below(3)];

    return end ? end - rig_below(40) : 0;
}

static void begin_table(uint64_t now, uint32_t capacity) {
    free(t);
    t = (struct tw_table *)malloc(tw_table_bytes(capacity));
    assert(t);
    memset(t, 0xA5, tw_table_bytes(capacity));
    memset(&m, 0, sizeof m);
    m.capacity = capacity;
    m.now = m.before = now;
    tw_table_init(t, (tw_tick)now, capacity);
    t->armings = draw_armings();
    agree();
}

/* ------------------------------------------------------------------------------ DRAWS */

/* A distance that crosses a few or many levels, often by an end of a block. Where ticks wrap,
   some are a quarter of the range or more. */
static uint64_t distance(void) {
    const uint64_t any = rig_random() >> (63 - rig_below(TW_TICK_BITS == 64 ? 62 : TW_TICK_BITS));
    const unsigned bits = (unsigned)rig_below(TW_TICK_BITS - 3);

    switch (rig_below(6)) {
    case 0:
        return rig_below(4);
    case 1:
        return rig_below(1500);
    case 2: /* an end of a block */
        return (((m.now >> bits) + 1 + rig_below(2)) << bits) - m.now + rig_below(3);
    case 3: /* another deadline */
        return m.item[rig_below(m.capacity)].due > m.now
                   ? m.item[rig_below(m.capacity)].due % QUARTER
                   : 5;
    default:
        return any % (TW_TICK_BITS == 64 ? QUARTER : 3 * QUARTER);
    }
}

static uint64_t draw_due(void) {
    const uint64_t d = distance() % (TW_TICK_BITS == 64 ? QUARTER : 3 * QUARTER);

    if (rig_below(8) == 0)
        return m.now - d % (QUARTER < m.now ? QUARTER : m.now);
    if (rig_below(8) == 0) /* that of another */
        return m.now + QUARTER / 2 > m.item[0].due && m.item[0].due > m.now ? m.item[0].due
                                                                            : m.now + 1;
    return m.now + d;
}

/* How far the clock may go: no deadline falls a quarter behind, and where ticks do not
   wrap, the clock does not come to its end. */
static uint64_t draw_now(void) {
    uint64_t least = m.now, most;
    uint32_t i;

    if (TW_TICK_BITS == 64)
        return m.now + (m.now < 2 * QUARTER ? distance() : rig_below(100));
    if (armed() == 0)
        return m.now + distance() * 9;
    for (i = 0; i < m.capacity; i++)
        if (m.item[i].order && m.item[i].due < least && !m.item[i].passed)
            least = m.item[i].due;
    most = least + QUARTER - 2;
    return m.now + distance() % (most > m.now ? most - m.now : 1);
}

static void act(void) {
    uint32_t i = (uint32_t)rig_below(m.capacity);

    switch (rig_below(8)) {
    case 0:
        arm(i, draw_due());
        break;
    case 1:
        arm_in(i, distance());
        break;
    case 2:
        arm(i, m.now + rig_below(3));
        break;
    case 3:
        cancel(i);
        break;
    case 4:
        arm_if_earlier(i, draw_due());
        break;
    case 5:
        if (rig_below(5) == 0)
            clear();
        break;
    default:
        break;
    }
    agree();
}

static void operate(void) {
    const uint32_t i = (uint32_t)rig_below(m.capacity);

    switch (rig_below(16)) {
    case 0:
        cancel(i);
        break;
    case 1:
        arm_if_earlier(i, draw_due());
        break;
    case 2:
        advance(draw_now(), rig_index(4));
        break;
    case 3:
        advance(draw_now(), (size_t)-1);
        break;
    case 4:
        expire_some(draw_now(), rig_index(5));
        break;
    case 5:
        expire(m.pulling ? m.now : draw_now());
        break;
    case 6: /* back in time: nothing */
        if (armed() && m.now > 5)
            assert(tw_table_advance(t, (tw_tick)(m.now - 1 - rig_below(4)), called, &m) == 0);
        break;
    case 7:
        if (rig_below(60) == 0)
            clear();
        break;
    case 8:
        arm_in(i, distance());
        break;
    default:
        arm(i, draw_due());
    }
    agree();
}

/* -------------------------------------------------------------------------- SCENARIOS */

SCENARIO(table_does_what_its_model_does,
         "Whatever is done, within callbacks, batches and budgets, table and model agree.") {
    const size_t rounds = SLOW ? 60 : 300;
    size_t k, n;

    for (k = 0; k < rounds; k++) {
        begin_table(rig_below(2) ? (uint64_t)1 << TW_TICK_BITS / 2 : QUARTER + rig_below(5),
                    1 + (uint32_t)rig_below(12));
        acts = rig_below(2) ? act : NULL;
        for (n = 0; n < 300; n++)
            operate();
    }
}

SCENARIO(table_lies_anywhere_and_grows,
         "A table that is moved, grown and forked goes on as its model does.") {
    const size_t rounds = SLOW ? 30 : 150;
    struct model_table was;
    size_t k, n;
    void *copy;

    acts = act;
    for (k = 0; k < rounds; k++) {
        begin_table(rig_below(1000), 1 + (uint32_t)rig_below(5));
        for (n = 0; n < 300; n++) {
            operate();
            if (rig_below(8) == 0)
                moves(m.capacity < MOST - 4 ? rig_index(3) : 0);
            agree();
        }
        copy = malloc(tw_table_bytes(m.capacity)); /* two tables go on from here */
        assert(copy);
        memcpy(copy, t, tw_table_bytes(m.capacity));
        was = m;
        for (n = 0; n < 100; n++)
            operate();
        free(t);
        t = (struct tw_table *)copy;
        m = was;
        agree();
        for (n = 0; n < 100; n++)
            operate();
    }
}

#if defined(__unix__) || defined(__APPLE__)
/* The bytes of a file, at another address each time. */
static void *mapped(int file, size_t bytes) {
    void *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    assert(at != MAP_FAILED);
    return at;
}

/* A file of so many bytes, which has no name any more. */
static int file_of(size_t bytes) {
    char name[40];
    int file;

    snprintf(name, sizeof name, "table.%ld.saved", (long)getpid());
    file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(file >= 0 && unlink(name) == 0);
    assert(lseek(file, (off_t)(bytes - 1), SEEK_SET) >= 0 && write(file, "", 1) == 1);
    return file;
}

/* A child maps the file, goes on, and leaves its model behind the table. */
static void a_child_goes_on(int file, size_t bytes) {
    const pid_t child = fork();
    int status;
    size_t n;

    assert(child >= 0);
    if (child == 0) {
        t = (struct tw_table *)mapped(file, bytes);
        for (n = 0; n < 200; n++)
            operate();
        memcpy((char *)t + bytes - sizeof m, &m, sizeof m);
        _Exit(0);
    }
    assert(waitpid(child, &status, 0) == child && status == 0);
}

SCENARIO(saved_table_goes_on_in_another_process,
         "A table in a file goes on in a process that maps it elsewhere, and then in the first.") {
    const size_t bytes = tw_table_bytes(MOST) + sizeof m;
    const int file = file_of(bytes);
    char *const one = (char *)mapped(file, bytes), *const other = (char *)mapped(file, bytes);
    size_t k;

    assert(one != other);
    begin_table(1000, MOST);
    memcpy(one, t, tw_table_bytes(MOST));
    free(t);
    for (k = 0; k < 8; k++) {
        a_child_goes_on(file, bytes);
        t = (struct tw_table *)(k % 2 ? one : other);
        memcpy(&m, (char *)t + bytes - sizeof m, sizeof m);
        agree();
        operate();
    }
    assert(m.now > 1000 && munmap(one, bytes) == 0 && munmap(other, bytes) == 0);
    assert(close(file) == 0);
    t = NULL;
}
#endif

SCENARIO(add_in_is_a_sum_that_stops, "add_in() arms for now + delay, or refuses a long delay.") {
    begin_table(5, 2);
    assert(tw_table_add_in(t, 0, 5, 7) && tw_table_due(t, 0) == 12);
    if (TW_TICK_BITS == 64) {
        assert(tw_table_add_in(t, 0, 6, TW_TICK_MAX) && tw_table_due(t, 0) == TW_TICK_MAX);
    } else {
        assert(!tw_table_add_in(t, 0, 6, (tw_tick)QUARTER) && tw_table_due(t, 0) == 12);
        assert(tw_table_cancel(t, 0) && tw_table_now(t) == 5); /* 0 waits in its slot, cancelled */
        assert(tw_table_add_in(t, 1, (tw_tick)(3 * QUARTER), 9)); /* empty: the clock moves */
        assert(tw_table_now(t) == (tw_tick)(3 * QUARTER) && !tw_table_check(t));
        assert(tw_table_remaining(t, 1) == 9 && tw_table_count(t) == 1);
    }
}

SCENARIO(wait_is_rounded_up, "wait_ms() is -1 if nothing is armed, 0 if expire() gives one.") {
    uint32_t i;

    begin_table(100, 2);
    assert(tw_table_wait_ms(t, 100, 10) == -1);
    assert(tw_table_add(t, 0, 121) && tw_table_wait_ms(t, 100, 10) == 3);
    assert(tw_table_add(t, 1, 100) && tw_table_wait_ms(t, 100, 10) == 0);
    assert(!tw_table_expire(t, 90, &i) && tw_table_wait_ms(t, 90, 1) == 10);
}

MISTAKE(numbers_out_of_range_are_refused,
        "A number from the capacity on trips TW_ASSERT, and is refused.") {
    unsigned char was[sizeof(struct tw_table) + 64];

    begin_table(100, 2);
    arm(0, 120);
    memcpy(was, t, tw_table_bytes(2));
    expect_trips = true;
    tripped = 0;
    assert(!tw_table_add(t, 2, 110) && !tw_table_add_in(t, UINT32_MAX, 100, 1));
    assert(!tw_table_add_if_earlier(t, 2, 110) && !tw_table_cancel(t, 2));
    assert(!tw_table_pending(t, 2) && tw_table_due(t, 2) == 0 && tw_table_remaining(t, 9) == 0);
    expect_trips = false;
    assert(tripped >= 7 && memcmp(was, t, tw_table_bytes(2)) == 0);
    assert(tw_table_each(t, 9) == 2 && !tw_table_cancel(t, 1));
}

static void begins_anew(void) {
    acts = NULL;
    tw_table_init(t, (tw_tick)m.now, m.capacity);
    memset(m.item, 0, sizeof m.item);
    assert(tw_table_add(t, 2, (tw_tick)(m.now + 1)));
    begin(m.now + 1);
    note(2, m.now);
    m.item[2].passed = false;
    fired = 0;
    assert(tw_table_advance(t, (tw_tick)m.now, called, &m) == 1);
    note(0, m.now);
    assert(tw_table_add(t, 0, (tw_tick)m.now));
}

SCENARIO(init_in_a_callback_makes_the_table_new,
         "After init() in a callback the outer call fires no more.") {
    begin_table(100, 3);
    arm(0, 105);
    arm(1, 105);
    acts = begins_anew;
    begin(105);
    fired = 0;
    assert(tw_table_advance(t, 105, called, &m) == 1);
    agree();
    assert(tw_table_count(t) == 1 && tw_table_pending(t, 0));
    acts = NULL;
    advance(m.now, (size_t)-1);
    assert(fired == 1);
}

/* How many bytes of the timers differ from `was`, but for those of timer i. */
static size_t others_written(const unsigned char *was, uint32_t i) {
    const unsigned char *const is = (const unsigned char *)t;
    const size_t begin_of = sizeof *t + i * sizeof(struct tw_table_timer);
    size_t k, n = 0;

    for (k = sizeof *t; k < tw_table_bytes(m.capacity); k++)
        n += is[k] != was[k] && (k < begin_of || k >= begin_of + sizeof(struct tw_table_timer));
    for (k = offsetof(struct tw_table, slot); k < sizeof *t; k++)
        n += is[k] != was[k];
    return n;
}

SCENARIO(a_later_move_writes_its_own_timer,
         "A timer that moves later, or is cancelled, writes no other timer and no slot.") {
    enum { N = 20 };

    unsigned char was[sizeof(struct tw_table) + N * sizeof(struct tw_table_timer)];
    uint32_t i;

    begin_table(0, N);
    for (i = 0; i < N; i++)
        arm(i, 2000 + rig_below(300));
    for (i = 0; i < N; i++) {
        memcpy(was, t, sizeof was);
        if (i % 3 == 0)
            assert(tw_table_cancel(t, i));
        else
            assert(tw_table_add(t, i, (tw_tick)(2400 + rig_below(5000))));
        assert(others_written(was, i) == 0);
        if (i % 3 == 0) { /* armed again, at its slot or later */
            assert(tw_table_add(t, i, 2300) && others_written(was, i) == 0);
        }
    }
    assert(!tw_table_check(t) && tw_table_count(t) == N);
}

SCENARIO(arming_numbers_begin_anew, "When arming numbers end, timers fire on time, each once.") {
    enum { N = 12 };

    uint32_t i, numbers[N];

    begin_table(0, N);
    t->armings = ((uint64_t)1 << 52) - 1 - N / 2; /* 52 bits beside a place */
    for (i = 0; i < N; i++)
        assert(tw_table_add(t, i, (tw_tick)(700 + i / 4)) && !tw_table_check(t));
    assert(t->armings < N && tw_table_expire_some(t, 699, numbers, N) == 0);
    assert(!tw_table_check(t) && tw_table_expire_some(t, 700, numbers, N) == 4);
    assert(tw_table_expire_some(t, 702, numbers, N) == 8 && !tw_table_check(t));
}

/* --------------------------------------------------------------------- ALL SEQUENCES */

static const uint64_t points[] = {1, 300, 700, 701, 9000};

enum { POINTS = sizeof points / sizeof points[0], TIMERS = 2, DEEP = SLOW ? 4 : 5 };

static void does(unsigned what) {
    if (what < TIMERS * POINTS)
        arm(what / POINTS, m.now + points[what % POINTS]);
    else if (what < TIMERS * POINTS + TIMERS)
        cancel(what - TIMERS * POINTS);
    else if (what < TIMERS * POINTS + TIMERS + 3)
        advance(m.now + points[what % 3], what % 2 ? (size_t)-1 : 1);
    else
        expire_some(m.now + 8500, 1);
}

static size_t all_below(unsigned depth) {
    struct model_table was = m;
    unsigned char table[sizeof(struct tw_table) + TIMERS * sizeof(struct tw_table_timer)];
    unsigned what;
    size_t n = 0;

    agree();
    if (depth == 0)
        return 1;
    memcpy(table, t, sizeof table);
    for (what = 0; what < TIMERS * POINTS + TIMERS + 4; what++) {
        does(what);
        n += all_below(depth - 1);
        memcpy(t, table, sizeof table);
        m = was;
    }
    return n;
}

SCENARIO(every_short_sequence, "After every short sequence of operations, table and model agree.") {
    unsigned k;
    size_t each = 1;

    for (k = 0; k < DEEP; k++)
        each *= TIMERS * POINTS + TIMERS + 4;
    acts = NULL;
    begin_table(TW_TICK_BITS == 64 ? 500 : 4 * QUARTER - 200, TIMERS);
    assert(all_below(DEEP) == each);
}

/* -------------------------------------------------------------------------- BOUNDS */

SCENARIO(bytes_are_what_the_manual_says, "A timer takes 24 bytes, 20 if ticks are narrow.") {
    const size_t each = TW_TICK_BITS == 64 ? 24 : 20, n = 1000000;

    assert(tw_table_bytes(n) == sizeof(struct tw_table) + each * n);
    assert(sizeof(struct tw_table) <= (sizeof(uintptr_t) == 8 ? 16896 : 8448));
    assert(tw_table_bytes(n) * 10 <= 241 * n && tw_table_bytes(SIZE_MAX) == 0);
    assert(tw_table_bytes(SIZE_MAX / 8) == 0 && tw_table_bytes(0xFFFFFFFFu) == 0);
    assert(sizeof(size_t) < 8 || tw_table_bytes(0xFFFFFFFEu) != 0);
}

/* Begins a table of any size, without a model. Bytes behind it tell a write beyond it. */
enum { BEHIND = 64 };

static void begin_large(tw_tick now, uint32_t n) {
    free(t);
    t = (struct tw_table *)malloc(tw_table_bytes(n) + BEHIND);
    assert(t);
    memset((char *)t + tw_table_bytes(n), 0x5A, BEHIND);
    tw_table_init(t, now, n);
    stepped = 0;
}

static bool untouched_behind(void) {
    const unsigned char *const behind =
        (const unsigned char *)t + tw_table_bytes(tw_table_capacity(t));
    size_t k = 0;

    while (k < BEHIND && behind[k] == 0x5A)
        k++;
    return k == BEHIND;
}

/* Arms, moves and cancels at random, with a next() after each. Returns the steps of an
   operation. However far the arms reach, the table stays in its bytes. */
static size_t steps_of(uint32_t n, unsigned bits, bool asks) {
    const size_t operations = 4 * (size_t)n;
    uint64_t now = 0;
    size_t k;
    tw_tick due;

    begin_large(0, n);
    for (k = 0; k < operations; k++) {
        const uint32_t i = (uint32_t)(rig_random() % n);

        if (rig_below(4) == 0)
            (void)tw_table_cancel(t, i);
        else
            assert(tw_table_add(t, i, (tw_tick)(now + 1 + (rig_random() >> (64 - bits)))));
        if (asks)
            (void)tw_table_next(t, &due);
        if (k % 64 == 0) {
            uint32_t numbers[64];

            while (tw_table_expire_some(t, (tw_tick)++now, numbers, 64) == 64)
                now--;
        }
    }
    assert(!tw_table_check(t) && untouched_behind());
    return stepped / operations;
}

SCENARIO(steps_are_few, "An operation takes few steps, at 1000 timers and at 30,000.") {
    const unsigned bits[] = {4, 8, 12, TW_TICK_BITS == 16 ? 13 : 26};
    size_t k;

    for (k = 0; k < sizeof bits / sizeof bits[0]; k++)
        assert(steps_of(1000, bits[k], false) <= 16 && steps_of(30000, bits[k], false) <= 16 &&
               steps_of(1000, bits[k], true) <= 16 && steps_of(30000, bits[k], true) <= 16);
}

/* Two crowds; an earlier timer comes and goes, so that next() changes from one to the
   other. Then the first timer leaves, again and again. */
SCENARIO(next_walks_no_slot_twice, "Whatever the order of questions, no crowd is walked again.") {
    enum { N = 4000 };

    uint32_t i;
    tw_tick due;

    begin_large(0, N);
    for (i = 0; i < N; i++)
        assert(tw_table_add(t, i, (tw_tick)(i < N / 2 ? 9000 + i % 100 : 5000 + i % 100)));
    assert(tw_table_next(t, &due) && due == 5000);
    stepped = 0;
    for (i = 0; i < N; i++) {
        assert(tw_table_add(t, 0, 600 + i % 2) && tw_table_next(t, &due) && due == 600 + i % 2);
        assert(tw_table_cancel(t, 0) && tw_table_next(t, &due) && due == 5000);
    }
    for (i = N - 1; i >= N / 2; i--) {
        assert(tw_table_next(t, &due) && due <= 5099);
        assert(tw_table_cancel(t, i));
    }
    assert(tw_table_next(t, &due) && due >= 9000 && !tw_table_check(t));
    assert(stepped <= 60 * (size_t)N);
}

/* A path in a tree has the bits of a deadline, and those of an arming number. */
SCENARIO(equals_ahead_stand_on_short_paths,
         "However far ahead, a timer of a crowd of one tick is found by so many steps as bits.") {
    enum { N = 2000, BITS = TW_TICK_BITS + 52, VERBS = 4 };

    unsigned bits;
    uint32_t i;
    tw_tick due;

    for (bits = 10; bits < TW_TICK_BITS - 2; bits++) {
        begin_large(0, N);
        for (i = 0; i < N; i++)
            assert(tw_table_add(t, i, (tw_tick)1 << bits) && tw_table_next(t, &due));
        for (i = 0; i < N; i++)
            assert(tw_table_next(t, &due) && due == (tw_tick)1 << bits && tw_table_cancel(t, i));
        assert(tw_table_count(t) == 0 && stepped <= (size_t)VERBS * BITS * N);
    }
}

SCENARIO(next_looks_into_a_next_block,
         "While a next block moves down, next() is exact, and cancels and moves count.") {
    enum { N = 1000 };

    uint32_t i;
    tw_tick due;

    begin_large(0, N);
    for (i = 0; i < N; i++)
        assert(tw_table_add(t, i, (tw_tick)(1030 + i % 200)));
    assert(tw_table_next(t, &due) && due == 1030); /* a tree */
    assert(tw_table_expire_some(t, 511, &i, 1) == 0 && tw_table_expire_some(t, 512, &i, 1) == 0);
    assert(!t->ready && tw_table_cancel(t, 999) && tw_table_add(t, 998, 1024));
    assert(tw_table_next(t, &due) && due == 1024); /* the tree begins there, too */
    assert(!t->ready && tw_table_add(t, 998, 1027));
    assert(tw_table_next(t, &due) && due == 1027 && tw_table_cancel(t, 998));
    assert(tw_table_next(t, &due) && due == 1030 && !tw_table_check(t));
    for (i = 0; i < N; i += 200)
        assert(tw_table_cancel(t, i));
    assert(tw_table_next(t, &due) && due == 1031 && tw_table_count(t) == N - 7);
}

/* The steps of a tick that moves timers down, as the manual bounds them. */
static size_t tick_of(size_t n) { return n / 496 + TW__TABLE_LEVELS - 1; }

/* Fires N timers of one tick by budgets. first: the most steps of the first call. */
static void fires_by_budgets(uint32_t n, size_t first) {
    enum { BUDGET = 100 };

    uint32_t numbers[BUDGET], i, next = 0;

    while (next < n) {
        stepped = 0;
        assert(tw_table_expire_some(t, 4000, numbers, BUDGET) == BUDGET);
        for (i = 0; i < BUDGET; i++)
            assert(numbers[i] == next++);
        assert(stepped <= (next == BUDGET ? first : 0));
    }
    assert(tw_table_count(t) == 0 && !tw_table_check(t));
}

SCENARIO(a_cluster_fires_by_budgets,
         "A million timers of one tick fire by budgets; no call but the first takes a step.") {
    const uint32_t n = SLOW ? 20000 : 1000000;
    uint32_t i, none;
    tw_tick now;

    begin_large(0, n);
    for (i = 0; i < n; i++)
        assert(tw_table_add(t, i, 4000));
    for (now = 1; now < 4000; now++) {
        stepped = 0;
        assert(tw_table_expire_some(t, now, &none, 1) == 0 && stepped <= tick_of(n));
    }
    fires_by_budgets(n, tick_of(n));
    begin_large(0, n);
    for (i = 0; i < n; i++)
        assert(tw_table_add(t, n - 1 - i, 3000)); /* they move later: arming order is lost */
    for (i = 0; i < n; i++)
        assert(tw_table_add(t, i, 4000));
    assert(tw_table_expire_some(t, 3999, &none, 1) == 0);
    fires_by_budgets(n, (size_t)n * 30);
}

/* ----------------------------------------------------------------------------- PACING */

enum { CROWD = SLOW ? 4000 : 20000 };

static uint32_t told[CROWD];

/* Advances tick by tick. No tick takes more steps than the manual says: those of the share,
   each as many as `each`, and k log2 k to sort k timers that fire. */
static void no_tick_is_long(tw_tick ticks, size_t each) {
    const size_t most = tick_of(CROWD) * each;

    for (; ticks; ticks--) {
        size_t k, rounds = 0;

        stepped = 0;
        k = tw_table_expire_some(t, (tw_tick)(tw_table_now(t) + 1), told, CROWD);
        while ((size_t)1 << rounds < k)
            rounds++;
        assert(stepped <= most + k * rounds);
    }
    assert(!tw_table_check(t));
}

SCENARIO(a_shuffled_tick_is_sorted_in_few_steps,
         "Timers of one tick that were armed anew in other orders are sorted in k log2(k) steps.") {
    const uint32_t n = SLOW ? 30000 : 200000, stride[] = {1, 7919, 104729};
    const tw_tick due = 9000;
    uint32_t i, k, number;
    size_t rounds = 0, most = 0;

    begin_large(1000, n);
    for (k = 0; k < 3; k++)
        for (i = 0; i < n; i++) {
            number = (uint32_t)((uint64_t)i * stride[k] % n);
            (void)tw_table_cancel(t, number);
            assert(tw_table_add(t, number, due));
            if (i % (n / 100) == 0)
                assert(tw_table_expire_some(t, (tw_tick)(tw_table_now(t) + 20), &number, 1) == 0);
        }
    while ((size_t)1 << rounds < n)
        rounds++;
    for (; tw_table_count(t); most = stepped > most ? stepped : most) {
        stepped = 0;
        (void)tw_table_expire_some(t, (tw_tick)(tw_table_now(t) + 20), told, CROWD);
    }
    assert(most > n && most <= n * rounds + 20 * tick_of(n));
}

/* Arms a timer in the block of 2^bits ticks that is two on: each does so in its own way. */
static void two_blocks_on(uint32_t i, unsigned bits, unsigned way) {
    const tw_tick begin = (tw_tick)((tw_tick)((tw_table_now(t) >> bits) + 2) << bits);
    const tw_tick last = (tw_tick)(((tw_tick)1 << bits) - 1);
    const tw_tick at[] = {0, last, (tw_tick)(rig_random() & last), (tw_tick)(i & last)};

    assert(tw_table_add(t, i, (tw_tick)(begin + at[way])));
}

/* A crowd waits in one block, and is met in one of five ways: untouched, cancelled, moved
   later when its block is next, asked for by next(), or grown by a half in the last tick. */
static void crowd(unsigned bits, unsigned way, unsigned met) {
    const uint32_t some = met == 4 ? CROWD / 2 : CROWD;
    tw_tick begin, due;
    uint32_t i;

    begin_large((tw_tick)(rig_random() >> 2), CROWD);
    begin = (tw_tick)((tw_tick)((tw_table_now(t) >> bits) + 2) << bits);
    for (i = 0; i < some; i++)
        two_blocks_on(i, bits, way);
    assert(met != 3 || tw_table_next(t, &due));
    no_tick_is_long(1, TW__TABLE_LEVELS);
    if (bits > 14) /* else it takes not long to go there tick by tick */
        (void)tw_table_expire_some(t, (tw_tick)(begin - ((tw_tick)1 << 10)), told, CROWD);
    no_tick_is_long(100, met == 3 ? 64 : 1);
    for (i = 0; met == 1 && i < CROWD; i++)
        (void)tw_table_cancel(t, i);
    for (i = 0; met == 2 && i < CROWD; i++)
        assert(tw_table_add(t, i, (tw_tick)((uint64_t)begin + ((uint64_t)1 << bits) + i % 700)));
    no_tick_is_long((tw_tick)(begin - 1 - tw_table_now(t)), met == 3 ? 64 : 1);
    for (i = some; i < CROWD; i++)
        assert(tw_table_add(t, i, (tw_tick)(begin + i % 700)));
    no_tick_is_long(2100, met == 3 ? 64 : 1);
}

SCENARIO(no_tick_moves_a_crowd,
         "Whatever waits where, a tick takes few steps beside those of the timers that fire.") {
    const unsigned bits[] = {9, 10, 14, TW_TICK_BITS == 16 ? 13 : 19, TW_TICK_BITS == 16 ? 12 : 24};
    unsigned k, way, met;

    for (k = 0; k < sizeof bits / sizeof bits[0]; k++)
        for (way = 0; way < 4; way++)
            for (met = 0; met < 5; met++)
                if (TW_TICK_BITS != 16 || bits[k] < 13)
                    crowd(bits[k], way, met);
}

/* ----------------------------------------------------------------------------- CHECK */

/* A table with a tree, lazy lists, lists of level 0, and a due list. 15 is idle. */
static void varied(void) {
    tw_tick due;
    uint32_t i;

    begin_table(0, 16);
    for (i = 12; i < 15; i++)
        arm(i, 8988 + i);
    assert(tw_table_next(t, &due) && due == 9000); /* a tree */
    arm(0, 900);
    arm(1, 900);
    arm(0, 1000); /* fires at 1000 behind 2: a tree */
    arm(2, 1000);
    arm(0, 1000);
    advance(800, 0);
    for (i = 3; i < 6; i++) /* a list of level 0 */
        arm(i, 950);
    for (i = 6; i < 9; i++) /* lazy */
        arm(i, 5000 + i);
    for (i = 9; i < 12; i++) /* due */
        arm(i, 700);
    cancel(7);
    assert(tw_table_next(t, &due) && !tw_table_check(t));
}

/* check() names this property if timer i has another deadline, number or place. */
static void spoils(uint32_t i, uint64_t due, uint64_t number, uint32_t place, const char *names) {
    struct tw_table_timer *const e = tw__table_timer(t, i + 1), was = *e;

    e->due = (tw_tick)due;
    tw__table_stamp(e, number, place);
    assert(tw_table_check(t) && strcmp(tw_table_check(t), names) == 0);
    *e = was;
    assert(!tw_table_check(t));
}

SCENARIO(check_sees_spoiled_timers, "check() names what is wrong with a timer.") {
    const struct tw_table_timer *list, *tree, *lazy;
    unsigned width;

    varied();
    list = tw__table_see(t, 4 + 1);
    tree = tw__table_see(t, 14 + 1);
    lazy = tw__table_see(t, 6 + 1);
    assert(tw__table_tree(t, tw__table_place(tree) - 1));
    width = tw__table_width(tw__table_place(tree) - 1);
    spoils(4, 951, tw__table_arming(list), tw__table_place(list), "table 3");
    spoils(4, 950, 0, tw__table_place(list), "table 3");
    spoils(4, 950, 1, tw__table_place(list), "table 4");
    spoils(4, 950, tw__table_arming(list), 0, "table 1");
    spoils(6, 10, tw__table_arming(lazy), tw__table_place(lazy), "table 3");
    spoils(6, 5006, 0, tw__table_place(lazy), "table 5");
    spoils(14, 9002 ^ (uint64_t)1 << (width - 1), tw__table_arming(tree), tw__table_place(tree),
           "table 1"); /* the other side of the root */
    spoils(14, 9002 ^ 0x400, tw__table_arming(tree), tw__table_place(tree), "table 3");
    spoils(15, 0, 5, 0, "table 1");
    spoils(15, 0, 0, TW__TABLE_DUE + 2, "table 1");
}

/* check() names property 1 if a link of timer i leads elsewhere. */
static void leads_to(uint32_t i, unsigned side, uint32_t id) {
    uint32_t *const link = &tw__table_timer(t, i + 1)->link[side], was = *link;

    *link = id;
    assert(was != id && tw_table_check(t) && strcmp(tw_table_check(t), "table 1") == 0);
    *link = was;
    assert(!tw_table_check(t));
}

/* 3, 4 and 5 are a list of level 0, 12 to 14 a tree. */
SCENARIO(check_sees_spoiled_links,
         "check() ends if a link leads back or nowhere, and names what is wrong.") {
    struct tw_table_timer *e, was;
    uint32_t root, side;

    varied();
    leads_to(4, TW__TABLE_NEXT, 0);
    leads_to(4, TW__TABLE_NEXT, m.capacity + 1);
    leads_to(4, TW__TABLE_NEXT, 3 + 1); /* back */
    leads_to(4, TW__TABLE_PREV, 5 + 1);
    e = tw__table_timer(t, 15 + 1);
    was = *e;
    *e = *tw__table_see(t, 4 + 1); /* its slot, and not in the list */
    assert(strcmp(tw_table_check(t), "table 1") == 0);
    *e = was;
    root = t->slot[tw__table_place(tw__table_see(t, 12 + 1)) - 1];
    e = tw__table_timer(t, root);
    was = *e;
    e->link[0] = e->link[1] = root; /* for ever */
    assert(strcmp(tw_table_check(t), "table 1") == 0);
    *e = was;
    for (side = 0; side < 2; side++)
        if (tw__table_see(t, root)->link[side]) {
            leads_to(root - 1, side, root);
            leads_to(root - 1, side, 0);
            leads_to(root - 1, side, m.capacity + 1);
        }
}

/* Says whether check() can tell a wrong byte k of the table: one of the count, of the slots
   and their bits, or of the links and the place of a timer that has one. Of an arming number
   any is right if no other is near. */
static bool can_be_told(size_t k) {
    const size_t slots = offsetof(struct tw_table, slot), timer = sizeof(struct tw_table_timer);
    const size_t stamp = offsetof(struct tw_table_timer, stamp), word = (k - sizeof *t) % timer;

    if (k < sizeof *t)
        return k == offsetof(struct tw_table, count) ||
               (k >= slots && (k < slots + sizeof t->slot || k >= offsetof(struct tw_table, word)));
    return word >= stamp && word != stamp + 4 &&
           tw__table_place(tw__table_timer(t, (uint32_t)((k - sizeof *t) / timer) + 1));
}

SCENARIO(check_sees_damage, "check() names a property of each field that is overwritten.") {
    unsigned char *was;
    size_t k, bytes, blind = 0;

    varied();
    bytes = tw_table_bytes(m.capacity);
    was = (unsigned char *)malloc(bytes);
    assert(was);
    memcpy(was, t, bytes);
    for (k = offsetof(struct tw_table, count); k < bytes; k += 4) {
        if (!can_be_told(k))
            continue;
        ((unsigned char *)t)[k] ^= 0x14;
        if (!tw_table_check(t)) {
            fprintf(stderr, "check() does not see byte %d of the table\n", (int)k);
            blind++;
        }
        memcpy(t, was, bytes);
    }
    free(was);
    assert(blind == 0 && !tw_table_check(t));
}

SCENARIO(check_sees_a_next_block_that_is_late,
         "check() names the property when a next block has timers unseen, or has begun.") {
    uint32_t k;

    begin_table(0, 16);
    for (k = 0; k < 3; k++) /* one of them moves down at tick 512, a first share */
        arm(k, 1030);
    advance(511, 0);
    advance(512, 0);
    assert(!t->ready && !tw_table_check(t));
    t->ready = 1;
    assert(strcmp(tw_table_check(t), "table 3") == 0);
    t->ready = 0;
    t->position = 1024;
    assert(strcmp(tw_table_check(t), "table 3") == 0);
}

static const struct scenario scenarios[] = {
    ONCE(table_does_what_its_model_does),
    ONCE(table_lies_anywhere_and_grows),
#if defined(__unix__) || defined(__APPLE__)
    ONCE(saved_table_goes_on_in_another_process),
#endif
    ONCE(add_in_is_a_sum_that_stops),
    ONCE(wait_is_rounded_up),
    ONCE(numbers_out_of_range_are_refused),
    ONCE(init_in_a_callback_makes_the_table_new),
    ONCE(a_later_move_writes_its_own_timer),
    ONCE(arming_numbers_begin_anew),
    ONCE(every_short_sequence),
    ONCE(bytes_are_what_the_manual_says),
    ONCE(a_shuffled_tick_is_sorted_in_few_steps),
    ONCE(steps_are_few),
    ONCE(next_walks_no_slot_twice),
    ONCE(a_cluster_fires_by_budgets),
    ONCE(no_tick_moves_a_crowd),
    ONCE(check_sees_spoiled_timers),
    ONCE(check_sees_spoiled_links),
    ONCE(check_sees_damage),
    ONCE(check_sees_a_next_block_that_is_late),
    ONCE(equals_ahead_stand_on_short_paths),
    ONCE(next_looks_into_a_next_block),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
