/* SPDX-License-Identifier: MIT-0 */
/* c_client PORT: clients/c/timerd.h arms, lists, cancels, and consumes; a handler that asks
   for another try is called again, and one that takes longer than the lease is not.
   c_client PORT hiccups: it goes on through the troubles of hiccups.py. c_client SOCKET PREFIX:
   arms and consumes through kills, and tells each thing in a line of JSON, until SIGTERM. */
#define _POSIX_C_SOURCE 200809L
#include "timerd.h"
#include <poll.h>
#include <signal.h>
#include <time.h>

enum { TIMERS = 20, FAR_S = 9000000 };

static struct timerd client;
static struct timerd_consumer consumer;
static char in[65536], out[4 * 65536];
static const char *prefix;
static volatile sig_atomic_t over;
static int handled[TIMERS], done, rows;
static long long number, row_due, sent_ms;
static char last_id[TIMERD_ID + 1];
static int answered; /* 1: by a value; -1: TIMERD_BROKEN or an error */

static long long clock_ms(clockid_t clock) {
    struct timespec t;

    clock_gettime(clock, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void check(int holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "c_client: %s\n", what);
    exit(1);
}

static struct pollfd watch(const struct timerd *t) {
    const short events = (short)(timerd_wants_write(t) ? POLLIN | POLLOUT : POLLIN);
    const struct pollfd p = {timerd_fd(t), events, 0};

    return p;
}

static long long sooner(long long a, long long b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

/* One turn of a loop for both, which waits for 5 ms at most. */
static void turn(void) {
    const long long now = clock_ms(CLOCK_MONOTONIC);
    const long long wait = consumer.handler ? sooner(timerd_wait_ms(&client, now),
                                                     timerd_consumer_wait_ms(&consumer, now))
                                            : timerd_wait_ms(&client, now);
    const enum timerd_state before = consumer.state;
    struct pollfd p[2];

    p[0] = watch(&client);
    p[1] = watch(&consumer.client);
    (void)poll(p, consumer.handler ? 2 : 1, (int)sooner(wait, 5));
    timerd_turn(&client, clock_ms(CLOCK_MONOTONIC));
    if (consumer.handler)
        timerd_consumer_turn(&consumer, clock_ms(CLOCK_MONOTONIC));
    if (before != TIMERD_TAKES && consumer.state == TIMERD_TAKES)
        sent_ms = clock_ms(CLOCK_REALTIME);
}

/* ------------------------------------------------------------------------------ requests */

static void on_answer(void *arg, struct timerd_answer *a) {
    struct timerd_value v;
    int n = 0;

    (void)arg;
    (void)timerd_value(a, &v);
    number = v.number;
    answered = v.kind == TIMERD_BROKEN || v.kind == '-' ? -1 : 1;
    for (rows = 0; timerd_value(a, &v) == 1; n++)
        if (v.kind == '*' && n > 0 && v.number == 4) {
            rows++;
            (void)timerd_value(a, &v);
            memcpy(last_id, v.text, v.size);
            last_id[v.size] = '\0';
            (void)timerd_value(a, &v);
            (void)timerd_value(a, &v);
            row_due = v.number;
        }
}

/* Repeats the request until it is answered. */
static void until_answered(int (*ask)(const char *id), const char *id) {
    for (answered = 0; answered != 1; turn())
        if (answered <= 0 && client.n == 0 && ask(id) == 0)
            answered = 0;
}

static int arm_far(const char *id) {
    return timerd_arm(&client, id, strlen(id), (unsigned long long)FAR_S * 1000000, "x", 1, 0,
                      on_answer, NULL);
}

static int arm_now(const char *id) {
    return timerd_arm(&client, id, strlen(id), 1, "payload", 7, 0, on_answer, NULL);
}

static int cancel(const char *id) {
    return timerd_cancel(&client, id, strlen(id), on_answer, NULL);
}

static int list(const char *id) {
    return timerd_list(&client, 10, 0, timerd_word(id), timerd_text("", 0), on_answer, NULL);
}

static int take(const char *id) { return id ? timerd_take(&client, 1, 0, on_answer, NULL) : -1; }

static int tell_time(const char *id) { return id ? timerd_time(&client, on_answer, NULL) : -1; }

/* -------------------------------------------------------------------------------- tests */

static void on_firing(struct timerd_consumer *c, const struct timerd_firing *f) {
    const int i = f->id_size > 2 ? atoi(f->id + 2) : 0;

    check(f->size == 7 && memcmp(f->payload, "payload", 7) == 0, "another payload");
    handled[i]++;
    check((int)f->attempt == handled[i], "another attempt");
    if (i == 7 && f->attempt < 3) {
        timerd_again(c, 10);
        return;
    }
    if (i == 8 && f->attempt < 2) {
        timerd_again(c, -1);
        return;
    }
    timerd_done(c);
    done++;
}

/* It is kept for more than a lease, which the consumer renews in thirds. */
static void on_slow(struct timerd_consumer *c, const struct timerd_firing *f) {
    check(f->attempt == 1 && c->kept, "the lease has run out");
    done = 1;
}

static void test_requests(void) {
    char id[16];

    for (int i = 0; i < 5; i++) {
        snprintf(id, sizeof id, "far%d", i);
        until_answered(arm_far, id);
    }
    until_answered(list, "far");
    check(rows == 5 && strcmp(last_id, "far4") == 0 && row_due == (long long)FAR_S * 1000000,
          "LIST answers otherwise");
    until_answered(tell_time, "");
    check(number == 2, "TIME answers otherwise");
    for (int i = 0; i < 5; i++) {
        snprintf(id, sizeof id, "far%d", i);
        until_answered(cancel, id);
        check(number == 1, "CANCEL answers otherwise");
    }
    until_answered(cancel, id);
    check(number == 0, "CANCEL finds another one");
}

static void test(const char *where) {
    char id[16];
    long long until;

    test_requests();
    for (int i = 0; i < TIMERS; i++) {
        snprintf(id, sizeof id, "c:%d", i);
        until_answered(arm_now, id);
    }
    timerd_consume(&consumer, where, on_firing, NULL);
    while (done < TIMERS)
        turn();
    timerd_consumer_stop(&consumer);
    while (consumer.state != TIMERD_STOPPED)
        turn();
    check(handled[7] == 3 && handled[8] == 2 && handled[0] == 1, "tries are missing");
    done = 0;
    timerd_close(&consumer.client, 0);
    until_answered(arm_now, "slow");
    timerd_consume(&consumer, where, on_slow, NULL);
    while (!done)
        turn();
    until = clock_ms(CLOCK_MONOTONIC) + 4 * consumer.lease_ms / 3;
    while (clock_ms(CLOCK_MONOTONIC) < until)
        turn();
    check(consumer.lease_ms / 1000 == 6 && consumer.kept, "the lease was not renewed");
    until_answered(take, "");
    check(number == 0, "another consumer is given it");
    timerd_done(&consumer);
    timerd_consumer_stop(&consumer);
    while (consumer.state != TIMERD_STOPPED)
        turn();
    check(consumer.lost == 0 && !consumer.error[0], "ACK answers otherwise");
}

/* One of four is given back; the answer to the second is that it was done with. */
static void on_hiccup(struct timerd_consumer *c, const struct timerd_firing *f) {
    static const char *const wanted[] = {"one", "two", "o\303\277\303\276", "again"};

    check(f->id_size == strlen(wanted[done]) || done == 2, "another id");
    check(done == 2 || memcmp(f->id, wanted[done], f->id_size) == 0, "another id");
    done++;
    if (done == 4)
        timerd_again(c, 500);
    else
        timerd_done(c);
}

static void test_hiccups(const char *where) {
    timerd_consume(&consumer, where, on_hiccup, NULL);
    consumer.block_ms = 100;
    while (consumer.state != TIMERD_STOPPED)
        turn();
    check(done == 4 && strncmp(consumer.error, "NOPERM", 6) == 0, "it stopped for another reason");
    check(consumer.lost == 1, "an answer of 0 was not seen");
}

/* -------------------------------------------------------------------------------- kills */

/* The one before it is done with, if the consumer goes on. */
static void on_row(struct timerd_consumer *c, const struct timerd_firing *f) {
    static unsigned long lost;
    const long long now = clock_ms(CLOCK_REALTIME);

    if (last_id[0] && c->lost == lost)
        printf("[\"done\",\"%s\",%lld]\n", last_id, now);
    lost = c->lost;
    memcpy(last_id, f->id, f->id_size);
    last_id[f->id_size] = '\0';
    for (size_t i = 0; i < f->id_size; i++)
        if (f->id[i] < '0' || f->id[i] > 'z' || f->id[i] == '\\')
            last_id[0] = '\0';
    if (last_id[0])
        printf("[\"row\",\"%s\",%llu,%lld,%lld]\n", last_id, f->due_ms, sent_ms, now);
    timerd_done(c);
}

static void on_term(int sig) {
    (void)sig;
    over = 1;
}

static void on_armed(void *arg, struct timerd_answer *a) {
    struct timerd_value v;

    (void)arg;
    (void)timerd_value(a, &v);
    answered = v.kind == '+' ? 1 : -1;
}

/* As others do: unsure if it was asked more than once. */
static void arm_through_kills(int i) {
    const long long due = clock_ms(CLOCK_REALTIME) + rand() % 2000;
    char id[64];

    snprintf(id, sizeof id, "%sc%d", prefix, i);
    printf("[\"asked\",\"%s\"]\n", id);
    for (answered = 0; answered != 1; turn()) {
        if (answered < 0)
            printf("[\"unsure\",\"%s\"]\n", id);
        answered = answered < 0 ? 0 : answered;
        if (client.n == 0)
            (void)timerd_arm(&client, id, strlen(id), (unsigned long long)due, "z", 1, 0, on_armed,
                             NULL);
    }
    printf("[\"armed\",\"%s\",%lld]\n", id, due);
}

static void kills(const char *where) {
    signal(SIGTERM, on_term);
    setvbuf(stdout, NULL, _IOLBF, 0);
    timerd_consume(&consumer, where, on_row, NULL);
    consumer.block_ms = 200;
    for (int i = 1; !over; i++)
        arm_through_kills(i);
    timerd_consumer_stop(&consumer);
    while (consumer.state != TIMERD_STOPPED)
        turn();
}

int main(int argc, char **argv) {
    char where[64];

    if (argc < 2)
        return 2;
    snprintf(where, sizeof where,
             strchr(argv[1], '/') || strchr(argv[1], '.') ? "%s" : "127.0.0.1:%s", argv[1]);
    timerd_init(&client, where, in, sizeof in, out, sizeof out);
    prefix = argv[2];
    if (argc == 2)
        test(where);
    else if (strcmp(argv[2], "hiccups") == 0)
        test_hiccups(where);
    else
        kills(where);
    return 0;
}
