/* SPDX-License-Identifier: MIT-0 */
#define _POSIX_C_SOURCE 200809L
#include "common.h"
#include "history.h"
#include "report.h"
#include "servers.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct settings settings = {.kills = 6, .timerds = 3, .ids = 256, .patience_s = 120};

static const char help[] =
    "crash_test --timerd PROGRAM --store lmdb|redis|postgres [OPTION...]\n"
    "Drives timerd with random requests from several clients, kills it and its store, and compares "
    "what comes out "
    "with\n"
    "what was acknowledged. Ends with status 1 and the history of the timer if a promise is "
    "broken.\n"
    "  --kills N        how often a timerd is ended by SIGKILL (6)\n"
    "  --store-kills N  how often redis-server is, which has `appendfsync always`, or PostgreSQL "
    "(0)\n"
    "  --stops N        how often a timerd gets SIGSTOP for twice its shard lease (0; --store "
    "redis)\n"
    "  --thefts N       how often all shards are taken from timerds that run on (0; --store "
    "redis)\n"
    "  --promotions N   how often PostgreSQL is, and its standby takes its place (0)\n"
    "  --bystanders N   how many copies, snapshots, scrapes, slow peers and full stores there are "
    "beside (0)\n"
    "  --timerds N      timerds over one Redis, 1 to 8 (3); LMDB has one\n"
    "  --ids N          timers by name that the clients use, 16 to 100000 (256)\n"
    "  --seed N         repeats the random choices (the time of day)\n"
    "  --patience S     seconds in which nothing that is due comes out, and then counts as lost "
    "(120)\n"
    "  --dir DIR        where stores and logs are kept (a new directory, removed at the end if all "
    "is well)\n";

static void bad_option(const char *option, const char *why) {
    fprintf(stderr, "crash_test: %s: %s; --help lists the options\n", option, why);
    exit(2);
}

static uint64_t number(const char *option, const char *value, uint64_t least, uint64_t most) {
    char *end;
    const unsigned long long n = strtoull(value, &end, 10);

    if (*value < '0' || *value > '9' || *end || n < least || n > most)
        bad_option(option, "its number is out of range");
    return n;
}

static bool set_number(const char *option, const char *value) {
    const struct {
        const char *name;
        unsigned *to;
        unsigned least, most;
    } numbers[] = {{"--kills", &settings.kills, 0, 100000},
                   {"--store-kills", &settings.store_kills, 0, 100000},
                   {"--stops", &settings.stops, 0, 100000},
                   {"--thefts", &settings.thefts, 0, 100000},
                   {"--promotions", &settings.promotions, 0, 100000},
                   {"--bystanders", &settings.bystanders, 0, 100000},
                   {"--timerds", &settings.timerds, 1, TIMERDS_MOST},
                   {"--ids", &settings.ids, 16, 100000},
                   {"--patience", &settings.patience_s, 5, 3600}};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(option, numbers[i].name) == 0) {
            *numbers[i].to = (unsigned)number(option, value, numbers[i].least, numbers[i].most);
            return true;
        }
    return false;
}

static void set(const char *option, const char *value) {
    static bool chosen;

    if (strcmp(option, "--timerd") == 0)
        settings.timerd = value;
    else if (strcmp(option, "--dir") == 0)
        settings.directory = value;
    else if (strcmp(option, "--seed") == 0)
        settings.seed = number(option, value, 0, UINT64_MAX);
    else if (strcmp(option, "--store") == 0 &&
             (strcmp(value, "lmdb") == 0 || strcmp(value, "redis") == 0 ||
              strcmp(value, "postgres") == 0)) {
        settings.served = value[0] != 'l';
        settings.postgres = value[0] == 'p';
        chosen = true;
    } else if (strcmp(option, "--store") == 0)
        bad_option(option, "it is lmdb, redis or postgres");
    else if (strcmp(option, "--end") == 0 && !chosen)
        bad_option("--store", "is required");
    else if (strcmp(option, "--end") != 0 && !set_number(option, value))
        bad_option(option, "there is no such option");
}

void settings_read(int argc, char **argv) {
    settings.seed = now_us();
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (i + 1 == argc)
            bad_option(argv[i], "wants a value, or is no option");
        set(argv[i], argv[i + 1]);
    }
    set("--end", NULL);
    if (!settings.timerd)
        bad_option("--timerd", "is required");
    if (!settings.served && (settings.store_kills || settings.stops || settings.thefts))
        bad_option("--store lmdb", "has no server to kill, and no shards to lose");
    if (settings.postgres && settings.thefts)
        bad_option("--thefts", "is for --store redis");
    if (!settings.postgres && settings.promotions)
        bad_option("--promotions", "is for --store postgres");
    if (!settings.served)
        settings.timerds = 1;
    if (settings.stops && settings.timerds < 2)
        bad_option("--stops", "wants two timerds, so that another can take the shards");
}

uint64_t now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* splitmix64. */
uint64_t random64(void) {
    static uint64_t state;
    uint64_t z;

    if (state == 0)
        state = settings.seed ^ UINT64_C(0x6a09e667f3bcc909);
    z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t random_below(uint64_t n) { return random64() % n; }

bool random_chance(unsigned percent) { return random_below(100) < percent; }

void violated(int64_t id, const char *promise, const char *format, ...) {
    va_list args;

    printf("\nVIOLATED: %s\n  ", promise);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    history_print(id);
    report_print();
    printf("seed %" PRIu64 "; stores and logs are in %s\n", settings.seed, settings.directory);
    servers_end(false);
    exit(1);
}

void give_up(const char *format, ...) {
    va_list args;

    fflush(stdout);
    fputs("crash_test: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    servers_end(false);
    exit(2);
}
