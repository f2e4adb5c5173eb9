/* SPDX-License-Identifier: MIT-0 */
#include "options.h"
#include "../node.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options option = {.shards = 64,
                         .listen = "7379",
                         .tcp = true,
                         .socket_mode = 0600,
                         .window_ms = 5000,
                         .lease_ms = 30000,
                         .shard_lease_ms = 3000,
                         .batch = 1000,
                         .attempts = 5,
                         .buffers = 256u << 20};

static const char help[] =
    "timerd --store lmdb:DIR | redis:HOST:PORT [OPTION...]\n"
    "A server of timers that survive: it speaks RESP, so that redis-cli is a client. See "
    "PROTOCOL.md.\n"
    "  --shards N          shards of a Redis, 1 to 1024 (64)\n"
    "  --listen PORT|PATH  TCP on 127.0.0.1, 0: a free port; or a Unix socket (7379)\n"
    "  --socket-mode MODE  of the Unix socket (600)\n"
    "  --window T          timers due so soon are kept in memory (5s)\n"
    "  --batch N           requests a commit, and timers a firing transaction, at most (1000)\n"
    "  --buffers N         MiB of requests and replies under way, of all connections (256)\n"
    "  --overdue fire|skip what happens to timers that became due while no timerd ran (fire)\n"
    "  --lease T           how long a consumer has a row (30s)\n"
    "  --attempts N        leases before a firing goes to the dead-letter list (5)\n"
    "  --shard-lease T     how long a timerd has a shard of a Redis, at least 100ms (3s)\n"
    "  --no-shutdown       refuse the request SHUTDOWN\n"
    "  --unsafe            take a Redis whose settings can lose timers\n"
    "  --version           say the version\n"
    "A time T is a number with ms, s, m or h; ms if there is no unit.\n";

static uint64_t number(const char *name, const char *value, uint64_t least, uint64_t most) {
    const struct text t = {value, strlen(value)};
    uint64_t n = 0;

    if (!text_number(t, least, most, &n))
        quit(2, "%s: %s is not a number from %llu to %llu", name, value, (unsigned long long)least,
             (unsigned long long)most);
    return n;
}

static uint64_t duration(const char *name, const char *value, uint64_t least) {
    static const struct {
        const char *unit;
        uint64_t ms;
    } units[] = {{"", 1}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};

    const size_t digits = strspn(value, "0123456789");
    const struct text t = {value, digits};
    uint64_t n = 0;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(value + digits, units[i].unit) == 0 && text_number(t, 1, 1000000000, &n) &&
            n * units[i].ms >= least)
            return n * units[i].ms;
    quit(2, "%s: %s is not a time of at least %llums, such as 500ms, 5s, 2m or 1h", name, value,
         (unsigned long long)least);
    return 0;
}

static void set_store(const char *value) {
    const char *host = value + strlen("redis:"), *colon;

    if (strncmp(value, "lmdb:", 5) == 0 && value[5]) {
        option.directory = value + 5;
    } else if (strncmp(value, "redis:", 6) == 0 && (colon = strrchr(host, ':')) != NULL &&
               colon != host && (size_t)(colon - host) < sizeof option.host) {
        memcpy(option.host, host, (size_t)(colon - host));
        option.port = (int)number("--store", colon + 1, 1, 65535);
    } else {
        quit(2, "--store: %s is neither lmdb:DIR nor redis:HOST:PORT", value);
    }
}

/* An address is no path: 127.0.0.1 is the only one. */
static void set_listen(const char *value) {
    static const char local[] = "127.0.0.1:";
    const char *const port =
        strncmp(value, local, sizeof local - 1) == 0 ? value + sizeof local - 1 : value;

    option.listen = port;
    option.tcp = port != value || value[strspn(value, "0123456789")] == '\0';
    if (option.tcp)
        number("--listen", port, 0, 65535);
    else if (strchr(value, ':') && !strchr(value, '/'))
        quit(2, "--listen: %s is no port, no path, and not 127.0.0.1:PORT", value);
}

static unsigned mode(const char *name, const char *value) {
    const size_t digits = strspn(value, "01234567");

    if (digits == 0 || digits > 4 || value[digits])
        quit(2, "%s: %s is no mode of a file, such as 660", name, value);
    return (unsigned)strtoul(value, NULL, 8);
}

static void set(const char *name, const char *value) {
    if (strcmp(name, "--store") == 0)
        set_store(value);
    else if (strcmp(name, "--shards") == 0)
        option.shards = (unsigned)number(name, value, 1, 1024);
    else if (strcmp(name, "--listen") == 0)
        set_listen(value);
    else if (strcmp(name, "--socket-mode") == 0)
        option.socket_mode = mode(name, value);
    else if (strcmp(name, "--window") == 0)
        option.window_ms = duration(name, value, 1);
    else if (strcmp(name, "--batch") == 0)
        option.batch = (size_t)number(name, value, 1, 1000);
    else if (strcmp(name, "--buffers") == 0)
        option.buffers = (size_t)number(name, value, 1, 4095) << 20;
    else if (strcmp(name, "--overdue") == 0 &&
             (strcmp(value, "fire") == 0 || strcmp(value, "skip") == 0))
        option.skip = value[0] == 's';
    else if (strcmp(name, "--overdue") == 0)
        quit(2, "--overdue: %s is neither fire nor skip", value);
    else if (strcmp(name, "--lease") == 0)
        option.lease_ms = duration(name, value, 1);
    else if (strcmp(name, "--attempts") == 0)
        option.attempts = (unsigned)number(name, value, 1, 1000000);
    else if (strcmp(name, "--shard-lease") == 0)
        option.shard_lease_ms = duration(name, value, 100);
    else
        quit(2, "there is no option %s; --help lists them", name);
}

/* Options that have no value. */
static bool flag(const char *name) {
    if (strcmp(name, "--help") == 0) {
        fputs(help, stdout);
        exit(0);
    }
    if (strcmp(name, "--version") == 0) {
        puts("timerd " TW_VERSION);
        exit(0);
    }
    if (strcmp(name, "--no-shutdown") == 0)
        return option.no_shutdown = true;
    return strcmp(name, "--unsafe") == 0 && (option.unsafe = true);
}

void options_read(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (flag(argv[i]))
            continue;
        if (i + 1 == argc)
            quit(2, "%s wants a value, or is no option; --help lists them", argv[i]);
        set(argv[i], argv[i + 1]);
        i++;
    }
    if (!option.directory && !option.port)
        quit(2, "--store lmdb:DIR or --store redis:HOST:PORT is required");
    if (option.directory)
        option.shards = 1;
    /* a clock of milliseconds is rounded down: n of them can be nearly one short */
    option.lease_ms++;
}
