/* SPDX-License-Identifier: MIT-0 */
/* numbers - table.h beside hwheel.h, whose nodes stand in objects of 128 bytes. Both do the
   same operations in turns, and must fire the same timers in the same order. Timers that
   fire arm themselves again.

       numbers WORKLOAD N OPERATIONS [table|hwheel]
           heartbeat   a random timer moves to 30,000 ticks from now
           churn       a random timer is cancelled, and armed for 1 to 60,000 ticks on
           expire      time passes alone
           reach       a random timer is armed for up to 2^26 ticks, or is cancelled

   It prints the median of the turns' ratios, table to hwheel, and the bytes of a timer. If
   one of the two is named, it does that one alone, so that instructions and cache misses
   can be counted:

       valgrind --tool=cachegrind --cache-sim=yes numbers heartbeat 1000000 300000 table */
#define TW_IMPLEMENTATION
#define TW_STATIC
#include <tw/hwheel.h>
#include <tw/table.h>
#include <tw/timers.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

TW_TIMERS_OF(timers, hwheel)

struct object {
    uint64_t id;
    struct tw_node node;
    char rest[128 - sizeof(uint64_t) - sizeof(struct tw_node)];
};

enum { TABLE, HWHEEL, TURNS = 21 };

/* What one of the two has: its draws, its clock, and what it has fired. */
static struct subject {
    uint64_t random, hash;
    tw_tick now;
} subject[2];

static struct timers set;
static struct object *object;
static struct tw_table *table;
static char workload;
static uint32_t n;

static uint64_t draw(struct subject *s) {
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    return s->random ^= s->random << 17;
}

static void arm(int which, uint32_t i) {
    struct subject *const s = &subject[which];
    const tw_tick ahead = workload == 'h'   ? 30000
                          : workload == 'r' ? 1 + draw(s) % ((tw_tick)1 << (1 + draw(s) % 26))
                                            : 1 + draw(s) % 60000;

    if (which == TABLE)
        (void)tw_table_add(table, i, s->now + ahead);
    else
        (void)timers_add(&set, &object[i].node, s->now + ahead);
}

static void fires(int which, uint32_t i) {
    struct subject *const s = &subject[which];

    s->hash = ((s->hash ^ i) * 1099511628211u ^ s->now) * 1099511628211u;
    arm(which, i);
}

static void number_fires(void *user, uint32_t i, tw_tick now) {
    (void)user, (void)now;
    fires(TABLE, i);
}

static void node_fires(struct tw_node *node, tw_tick now) {
    (void)now;
    fires(HWHEEL, (uint32_t)TW_OF(node, struct object, node)->id);
}

static void tick(int which) {
    const tw_tick now = ++subject[which].now;

    if (which == TABLE)
        (void)tw_table_advance(table, now, number_fires, NULL);
    else
        (void)timers_advance(&set, now);
}

static void cancel(int which, uint32_t i) {
    if (which == TABLE)
        (void)tw_table_cancel(table, i);
    else
        (void)timers_cancel(&set, &object[i].node);
}

/* A tick passes for each n / 3000 operations. Returns the seconds. */
static double operate(int which, size_t operations) {
    struct subject *const s = &subject[which];
    const clock_t before = clock();
    size_t k;

    for (k = 0; k < operations; k++) {
        if (workload != 'e') {
            const uint32_t i = (uint32_t)(draw(s) % n);

            if (workload == 'c' || (workload == 'r' && draw(s) % 4 == 0))
                cancel(which, i);
            if (workload != 'r' || draw(s) % 8 != 0)
                arm(which, i);
        }
        if (k % (n / 3000 + 1) == 0)
            tick(which);
    }
    return (double)(clock() - before) / CLOCKS_PER_SEC;
}

static void fill(int which) {
    uint32_t i;

    subject[which].random = 88172645463325252u;
    for (i = 0; i < n; i++) { /* each number once, far from its neighbour */
        arm(which, (uint32_t)((uint64_t)i * 2654435761u % n));
        if (i % (n / 3000 + 1) == 0)
            tick(which);
    }
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool make(void) {
    uint32_t i;

    table = (struct tw_table *)malloc(tw_table_bytes(n));
    object = (struct object *)malloc(n * sizeof *object);
    if (!table || !object)
        return false;
    tw_table_init(table, 0, n);
    timers_init(&set, 0, NULL, 0);
    for (i = 0; i < n; i++) {
        object[i].id = i;
        tw_node_init(&object[i].node, node_fires);
    }
    return true;
}

/* Returns the number that text is, from least to 2^31. 0: it is another text. */
static uint32_t number(const char *text, unsigned long least) {
    char *end;
    const unsigned long value = strtoul(text, &end, 10);

    return *text >= '0' && *text <= '9' && *end == 0 && value >= least && value <= 0x80000000u
               ? (uint32_t)value
               : 0;
}

static bool is_one_of(const char *text, const char *const *words) {
    while (*words && strcmp(text, *words) != 0)
        words++;
    return *words != NULL;
}

/* Reads the command. False: it is none. */
static bool understood(int argc, char **argv, size_t *operations) {
    static const char *const workloads[] = {"heartbeat", "churn", "expire", "reach", NULL};
    static const char *const subjects[] = {"table", "hwheel", NULL};

    if (argc < 4 || argc > 5 || !is_one_of(argv[1], workloads) ||
        (argc == 5 && !is_one_of(argv[4], subjects)))
        return false;
    workload = argv[1][0];
    n = number(argv[2], 3000);
    *operations = number(argv[3], 1);
    return n != 0 && *operations != 0;
}

static int alone(const char *name, size_t operations) {
    const int which = strcmp(name, "table") == 0 ? TABLE : HWHEEL;

    fill(which);
    (void)operate(which, operations);
    return printf("%s: %016llx\n", name, (unsigned long long)subject[which].hash) < 0;
}

static int both(const char *name, size_t operations) {
    double ratio[TURNS];
    size_t k;

    fill(TABLE);
    fill(HWHEEL);
    for (k = 0; k < TURNS; k++) {
        const double first = operate((int)(k % 2), operations);
        const double second = operate((int)((k + 1) % 2), operations);

        ratio[k] = k % 2 == TABLE ? first / second : second / first;
    }
    qsort(ratio, TURNS, sizeof ratio[0], ascending);
    printf("%s, %lu timers: %.2f of hwheel's time (%.2f to %.2f); %.3f bytes a timer\n", name,
           (unsigned long)n, ratio[TURNS / 2], ratio[TURNS / 4], ratio[TURNS * 3 / 4],
           (double)tw_table_bytes(n) / n);
    if (subject[0].hash != subject[1].hash || tw_table_check(table))
        return fprintf(stderr, "numbers: the two fired differently\n"), 1;
    return 0;
}

int main(int argc, char **argv) {
    static const char use[] =
        "numbers heartbeat|churn|expire|reach N OPERATIONS [table|hwheel], with N from 3000\n";
    size_t operations;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return fputs(use, stdout) < 0;
    if (!understood(argc, argv, &operations))
        return fprintf(stderr, "%s", use), 2;
    if (!make())
        return fprintf(stderr, "numbers: no memory\n"), 1;
    return argc == 5 ? alone(argv[4], operations) : both(argv[1], operations);
}
