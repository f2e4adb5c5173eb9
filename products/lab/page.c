/* SPDX-License-Identifier: MIT-0 */
/* Your wheel as a module for the playground, "Your wheel": `make page` makes it, with clang
   and lld. It takes lines such as "arm 3 250", and answers with frames of JSON, which draw the
   four lowest rings: products/playground/FORMAT.md. It is compiled with the header of
   assignment 4, LAB_HEADER, and wants no C library. Given: change nothing here. */
#include "lab.h"
#include LAB_HEADER

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { IDS = 256, LINE = 1024, ROOM = 1 << 22, DRAWN = 4, MOST = 1000000 };

static struct wheel set;
static struct timer timer[IDS];
static bool armed[IDS];
static char input[LINE + 1], output[ROOM];
static uint64_t now, steps;
static unsigned line, written, fired, arms;
static char events[ROOM / 4];
static unsigned events_written;

/* ------------------------------------------------------------------------------------ text */

/* Memory functions, which the compiler may call. */
void *memset(void *at, int byte, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((volatile char *)at)[i] = (char)byte;
    return at;
}

void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

static void put(const char *text) {
    for (; *text && written < ROOM; text++)
        output[written++] = *text;
}

static void put_number(uint64_t n) {
    char digits[21];
    int i = 20;

    digits[i] = 0;
    do
        digits[--i] = (char)('0' + n % 10);
    while (n /= 10);
    put(digits + i);
}

static void put_member(const char *name, uint64_t n) {
    put(name);
    put_number(n);
}

static void put_tick(const char *name, uint64_t tick) {
    put_member(name, tick);
    put("\"");
}

/* ---------------------------------------------------------------------- what lab.h declares */

/* The page sees a trap, and says what it may be. */
static void count(void) {
    if (++steps > MOST)
        __builtin_trap();
}

uint64_t lab_due(const struct deadline *d) {
    count();
    return d->sealed;
}

void lab_set_due(struct deadline *d, uint64_t tick) { d->sealed = tick; }

void lab_step(void) { count(); }

void hole(const char *function) {
    (void)function;
    __builtin_trap();
}

/* ---------------------------------------------------------------------------------- picture */

static unsigned id_of(const struct timer *t) { return (unsigned)(t - timer); }

static void put_chain(const struct timer *head) {
    const char *comma = "";
    unsigned n = 0;

    put("[");
    for (const struct timer *t = head->next; t != head && n++ < IDS; t = t->next) {
        put(comma);
        put_number(id_of(t));
        comma = ",";
    }
    put("]");
}

static void put_ring(int ring) {
    const char *comma = "";

    put_member("{\"level\":", (uint64_t)ring);
    put(",\"size\":16");
    put_member(",\"hand_at\":", set.position >> 4 * ring & 15);
    put(",\"slots\":[");
    for (int i = 0; i < SLOTS; i++) {
        const struct timer *const head = &set.slot[ring][i];
        const uint64_t block = (uint64_t)1 << 4 * ring;
        const uint64_t begin = head->next->deadline.sealed / block * block;

        if (head->next == head)
            continue;
        put(comma);
        put_member("{\"slot\":", (uint64_t)i);
        put_tick(",\"begin\":\"", begin);
        put_tick(",\"end\":\"", begin + block - 1);
        put(",\"ids\":");
        put_chain(head);
        put("}");
        comma = ",";
    }
    put("]}");
}

static void put_timers(void) {
    const char *comma = "";

    put(",\"timers\":[");
    for (unsigned id = 0; id < IDS; id++)
        if (armed[id]) {
            put(comma);
            put_member("{\"id\":", id);
            put_tick(",\"due\":\"", timer[id].deadline.sealed);
            put(",\"where\":\"waiting\"}");
            comma = ",";
        }
    put("]");
}

static unsigned armed_count(void) {
    unsigned n = 0;

    for (unsigned id = 0; id < IDS; id++)
        n += armed[id];
    return n;
}

static void put_state(void) {
    put("\"state\":{\"structure\":\"yours\",\"kind\":\"rings\",\"bits\":64,\"base\":16");
    put_tick(",\"now\":\"", now);
    put_member(",\"count\":", armed_count());
    put_timers();
    put(",\"hand\":[],\"due\":");
    put_chain(&set.passed);
    put_member(",\"counts\":{\"arm\":", arms);
    put(",\"move\":0,\"cancel\":0");
    put_member(",\"fire\":", fired);
    put(",\"cascade\":0,\"compare\":0,\"link\":0}");
    put_tick(",\"position\":\"", set.position);
    put(",\"first\":null,\"levels\":[");
    for (int ring = 0; ring < DRAWN; ring++) {
        put(ring ? "," : "");
        put_ring(ring);
    }
    put("],\"overflow\":[]}}");
}

/* --------------------------------------------------------------------------------- commands */

/* An event, as text that stands in the frame later. */
static void event(const char *name, const struct timer *t) {
    const unsigned begin = written;

    put(events_written ? "," : "");
    put("{\"event\":\"");
    put(name);
    put_member("\",\"id\":", id_of(t));
    put_tick(",\"due\":\"", t->deadline.sealed);
    put(",\"place\":null,\"calls\":[],\"change\":{}");
    put_tick(",\"now\":\"", now);
    put("}");
    for (unsigned i = begin; i < written && events_written < sizeof events; i++)
        events[events_written++] = output[i];
    written = begin;
}

void fire(struct timer *t) {
    armed[id_of(t)] = false;
    fired++;
    event("fire", t);
}

static const char *at;

/* Reads the next word if it is `word`. */
static bool word(const char *name) {
    const char *p = at;

    while (*p == ' ')
        p++;
    while (*name && *p == *name)
        p++, name++;
    if (*name || (*p && *p != ' '))
        return false;
    at = p;
    return true;
}

/* Reads the next number, decimal or 0x... . */
static bool number(uint64_t *n) {
    unsigned base = 10;

    while (*at == ' ')
        at++;
    if (*at < '0' || *at > '9')
        return false;
    if (at[0] == '0' && at[1] == 'x') {
        base = 16;
        at += 2;
    }
    for (*n = 0;; at++) {
        const unsigned digit = *at >= '0' && *at <= '9'   ? (unsigned)(*at - '0')
                               : *at >= 'a' && *at <= 'f' ? (unsigned)(*at - 'a' + 10)
                                                          : 99;

        if (digit >= base)
            return true;
        *n = *n * base + digit;
    }
}

static void arm(unsigned id, uint64_t due) {
    timer[id].deadline.sealed = due;
    arms++;
    event(armed[id] ? "move" : "arm", &timer[id]);
    if (armed[id]) {
        armed[id] = false;
        wheel_remove(&set, &timer[id]);
    }
    timer[id].deadline.sealed = due;
    armed[id] = true;
    wheel_insert(&set, &timer[id]);
}

static void cancel(unsigned id) {
    if (!armed[id])
        return;
    armed[id] = false;
    event("cancel", &timer[id]);
    wheel_remove(&set, &timer[id]);
}

/* Runs the line at `at`. False: it is no line for a wheel. *asked: it asks for the next
   deadline. */
static bool run(bool *asked) {
    uint64_t id, tick;

    if (word("arm")) {
        while (number(&id) && id < IDS && number(&tick))
            arm((unsigned)id, tick);
        return *at == 0;
    }
    if (word("cancel")) {
        while (number(&id) && id < IDS)
            cancel((unsigned)id);
        return *at == 0;
    }
    if (word("advance") && number(&tick) && *at == 0) {
        now = tick > now ? tick : now;
        wheel_advance(&set, now);
        return true;
    }
    *asked = word("next");
    return *asked || *at == 0;
}

static void put_next(void) {
    const struct timer *const first = wheel_first(&set);

    put("\"  next is ");
    if (first)
        put_number(timer[id_of(first)].deadline.sealed);
    else
        put("nothing");
    put("\"");
}

/* ------------------------------------------------------------------------------------ calls */

char *EXPORT(tw_input)(void) { return input; }

size_t EXPORT(tw_length)(void) { return written; }

/* The frame of the line in `input`, or of the beginning. */
static const char *frame(bool good, bool asked) {
    written = 0;
    put_member("{\"line\":", line);
    put(",\"command\":\"");
    put(input);
    put("\",\"comment\":null,\"ok\":");
    put(good ? "true,\"message\":null"
             : "false,\"message\":\"a wheel takes arm, cancel, advance and next\"");
    put(",\"broken\":null,\"text\":[");
    if (asked)
        put_next();
    put("],\"events\":[");
    for (unsigned i = 0; i < events_written && written < ROOM; i++)
        output[written++] = events[i];
    put("],");
    put_state();
    return output;
}

const char *EXPORT(tw_begin)(size_t length) {
    (void)length;
    wheel_init(&set, 0);
    for (unsigned id = 0; id < IDS; id++)
        armed[id] = false;
    now = steps = line = fired = arms = events_written = 0;
    input[0] = 0;
    return frame(true, false);
}

const char *EXPORT(tw_command)(size_t length) {
    bool asked = false, good;

    input[length < LINE ? length : LINE] = 0;
    for (char *c = input; *c; c++)
        if (*c == '#' || *c == '"' || *c == '\\' || *c < ' ')
            *c = 0;
    at = input;
    steps = written = events_written = 0;
    line++;
    good = run(&asked);
    return frame(good, asked);
}

void EXPORT(_initialize)(void) {}
