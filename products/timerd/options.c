/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "options.h"
#include "rights.h"
#include "tw_tree.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DAY_MS = 86400000 };

struct options option = {.prefix = "timerd",
                         .listen = "7379",
                         .tcp = true,
                         .socket_mode = 0600,
                         .store_timeout_ms = 2000,
                         .window_ms = 5000,
                         .lease_ms = 30000,
                         .shard_lease_ms = 3000,
                         .backoff_ms = 1000,
                         .inspect_ms = 3600000,
                         .batch = 1000,
                         .attempts = 5,
                         .buffers = 256u << 20};

static const char help[] =
    "timerd --store STORE [OPTION...]\n"
    "A server of timers that survive: it speaks RESP, so that redis-cli is a client. See "
    "PROTOCOL.md.\n"
    "  --store STORE       lmdb:DIR, redis:HOST:PORT, redis:/PATH, rediss:HOST:PORT (by TLS),\n"
    "                      sentinel:NAME@HOST:PORT,HOST:PORT,..., postgres:CONNINFO\n"
    "  --store-ca F        who signs a Redis' certificate: TLS with it, and its Sentinels\n"
    "  --store-cert F      timerd's certificate and key for a Redis\n"
    "  --store-password-file F  a name, a space and a password, for a Redis\n"
    "  --store-database N  of a Redis (0)\n"
    "  --store-timeout T   how long an answer of the store is waited for, not of LMDB (2s)\n"
    "  --shards N          shards of a Redis (16) or a PostgreSQL (64), 1 to 1024\n"
    "  --prefix NAME       of the keys in a Redis; the schema in a PostgreSQL (timerd)\n"
    "  --listen PORT|PATH  TCP on 127.0.0.1, 0: a free port; or a Unix socket (7379)\n"
    "  --socket-mode MODE  of the Unix socket (600)\n"
    "  --password-file F   passwords, and the rights of each: read, consume, admin\n"
    "  --metrics PORT      figures for Prometheus: http://127.0.0.1:PORT/metrics\n"
    "  --web PORT          a page for people: http://127.0.0.1:PORT/\n"
    "  --web-token-file F  tokens of the page, and the rights of each\n"
    "  --web-host NAME     the page's name in a proxy, beside localhost\n"
    "  --window T          timers due so soon are kept in memory (5s)\n"
    "  --batch N           requests a commit, and timers a firing transaction, at most (1000)\n"
    "  --buffers N         MiB of requests and replies under way, of all connections (256)\n"
    "  --overdue fire|skip what happens to timers that became due while no timerd ran (fire)\n"
    "  --lease T           how long a consumer has a row (30s)\n"
    "  --attempts N        leases before a firing goes to the dead-letter list (5)\n"
    "  --backoff T         how long NACK puts a firing off, doubled each attempt, to 1h (1s)\n"
    "  --shard-lease T     how long a timerd has a shard, not of LMDB, at least 100ms (3s)\n"
    "  --inspect T         how often the settings of the store are read again (1h)\n"
    "  --no-shutdown       refuse the request SHUTDOWN\n"
    "  --unsafe            take a Redis or a PostgreSQL whose settings can lose timers\n"
    "  --log-level LEVEL   what is logged: error, warning, info or debug (warning)\n"
    "  --log-format FORMAT text or json (text)\n"
    "  --help, --version\n"
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

/* The port of HOST:PORT, which has `size` bytes; 0: this is none. */
static int port_of(const char *place, size_t size) {
    const char *const colon = (const char *)memrchr(place, ':', size);
    char port[16];

    if (!colon || colon == place)
        return 0;
    snprintf(port, sizeof port, "%.*s", (int)(place + size - colon - 1), colon + 1);
    return (int)number("--store", port, 1, 65535);
}

/* HOST:PORT, or the path of a socket. False: neither. */
static bool set_redis(const char *place) {
    const size_t size = strlen(place);

    if (*place != '/')
        option.port = port_of(place, size);
    else if (option.tls || place[1] == '/') /* a URL */
        return false;
    if ((*place != '/' && !option.port) || size >= sizeof option.host)
        return false;
    memcpy(option.host, place, option.port ? (size_t)(strrchr(place, ':') - place) : size);
    return true;
}

/* NAME@HOST:PORT,HOST:PORT. The loop ends: each turn reads one of these. */
static bool set_sentinels(char *place) {
    char *const end = strchr(place, '@');
    size_t size = 0;

    if (!end || end == place || strlen(end + 1) >= sizeof option.host)
        return false;
    *end = '\0';
    option.master = place;
    strcpy(option.host, end + 1);
    for (const char *at = option.host;; at += size + 1) {
        size = strcspn(at, ",");
        if (!port_of(at, size))
            return false;
        if (!at[size])
            return true;
    }
}

static bool set_redises(char *value) {
    option.tls = strncmp(value, "rediss:", 7) == 0;
    snprintf(option.redis, sizeof option.redis, "%s", value);
    if (strncmp(value, "sentinel:", 9) == 0)
        return set_sentinels(value + 9);
    return (option.tls || strncmp(value, "redis:", 6) == 0) && set_redis(value + 6 + option.tls);
}

static void set_store(char *value) {
    if (strncmp(value, "lmdb:", 5) == 0 && value[5]) {
        option.directory = value + 5;
    } else if (strncmp(value, "postgres:", 9) == 0 && value[9]) {
        option.postgres = value + 9;
    } else if (!set_redises(value)) {
        quit(2,
             "--store: %s is neither lmdb:DIR nor redis:HOST:PORT nor redis:/PATH nor "
             "rediss:HOST:PORT nor sentinel:NAME@HOST:PORT,... nor postgres:CONNINFO",
             option.redis);
    }
}

/* A file of certificates, which is read at each connection. */
static const char *certificates(const char *name, const char *path) {
    if (access(path, R_OK) != 0)
        quit(2, "%s: %s: %s", name, path, strerror(errno));
    return path;
}

/* A line: a name, a space and a password. */
static void set_store_password(const char *path) {
    static char line[512];
    char *space;

    secret_line("--store-password-file", path, line, sizeof line);
    space = strchr(line, ' ');
    if (!space || space == line || !space[1])
        quit(2, "--store-password-file: %s: its line is a name, a space and a password", path);
    *space = '\0';
    option.store_name = line;
    option.store_secret = space + 1;
}

/* A day is an int, and longer than anybody waits. */
static void set_store_timeout(const char *value) {
    const uint64_t ms = duration("--store-timeout", value, 1);

    if (ms > DAY_MS)
        quit(2, "--store-timeout: %s is more than 24h", value);
    option.store_timeout_ms = (int)ms;
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

/* A name that needs no quotes anywhere. */
static void set_prefix(const char *value) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

    if (!*value || strlen(value) > PREFIX_MOST || value[strspn(value, letters)])
        quit(2, "--prefix: %s is not 1 to %d letters, digits, or - _ .", value, PREFIX_MOST);
    option.prefix = value;
}

/* The place of the value among the words, which end with NULL. */
static unsigned choice(const char *name, const char *value, const char *const *words) {
    unsigned i = 0;

    while (words[i] && strcmp(words[i], value) != 0)
        i++;
    if (!words[i])
        quit(2, "%s: %s is neither %s nor %s%s", name, value, words[0], words[1],
             words[2] ? " nor another level" : "");
    return i;
}

static enum level level = LEVEL_WARNING;
static bool json;

enum name {
    NAME_STORE,
    NAME_STORE_CA,
    NAME_STORE_CERT,
    NAME_STORE_PASSWORD_FILE,
    NAME_STORE_DATABASE,
    NAME_STORE_TIMEOUT,
    NAME_SHARDS,
    NAME_PREFIX,
    NAME_LISTEN,
    NAME_SOCKET_MODE,
    NAME_PASSWORD_FILE,
    NAME_METRICS,
    NAME_WEB,
    NAME_WEB_TOKEN_FILE,
    NAME_WEB_HOST,
    NAME_WINDOW,
    NAME_BATCH,
    NAME_BUFFERS,
    NAME_OVERDUE,
    NAME_LEASE,
    NAME_ATTEMPTS,
    NAME_BACKOFF,
    NAME_SHARD_LEASE,
    NAME_INSPECT,
    NAME_LOG_LEVEL,
    NAME_LOG_FORMAT,
    NAME_NO_SHUTDOWN,
    NAME_UNSAFE,
    NAME_HELP,
    NAME_VERSION
};

static const struct option names[] = {{"store", 1, NULL, NAME_STORE},
                                      {"store-ca", 1, NULL, NAME_STORE_CA},
                                      {"store-cert", 1, NULL, NAME_STORE_CERT},
                                      {"store-password-file", 1, NULL, NAME_STORE_PASSWORD_FILE},
                                      {"store-database", 1, NULL, NAME_STORE_DATABASE},
                                      {"store-timeout", 1, NULL, NAME_STORE_TIMEOUT},
                                      {"shards", 1, NULL, NAME_SHARDS},
                                      {"prefix", 1, NULL, NAME_PREFIX},
                                      {"listen", 1, NULL, NAME_LISTEN},
                                      {"socket-mode", 1, NULL, NAME_SOCKET_MODE},
                                      {"password-file", 1, NULL, NAME_PASSWORD_FILE},
                                      {"metrics", 1, NULL, NAME_METRICS},
                                      {"web", 1, NULL, NAME_WEB},
                                      {"web-token-file", 1, NULL, NAME_WEB_TOKEN_FILE},
                                      {"web-host", 1, NULL, NAME_WEB_HOST},
                                      {"window", 1, NULL, NAME_WINDOW},
                                      {"batch", 1, NULL, NAME_BATCH},
                                      {"buffers", 1, NULL, NAME_BUFFERS},
                                      {"overdue", 1, NULL, NAME_OVERDUE},
                                      {"lease", 1, NULL, NAME_LEASE},
                                      {"attempts", 1, NULL, NAME_ATTEMPTS},
                                      {"backoff", 1, NULL, NAME_BACKOFF},
                                      {"shard-lease", 1, NULL, NAME_SHARD_LEASE},
                                      {"inspect", 1, NULL, NAME_INSPECT},
                                      {"log-level", 1, NULL, NAME_LOG_LEVEL},
                                      {"log-format", 1, NULL, NAME_LOG_FORMAT},
                                      {"no-shutdown", 0, NULL, NAME_NO_SHUTDOWN},
                                      {"unsafe", 0, NULL, NAME_UNSAFE},
                                      {"help", 0, NULL, NAME_HELP},
                                      {"version", 0, NULL, NAME_VERSION},
                                      {NULL, 0, NULL, 0}};

/* The store, and how it is reached. */
static bool set_far(int name, char *value) {
    switch (name) {
    case NAME_STORE:
        set_store(value);
        break;
    case NAME_STORE_CA:
        option.store_ca = certificates("--store-ca", value);
        break;
    case NAME_STORE_CERT:
        option.store_cert = certificates("--store-cert", value);
        break;
    case NAME_STORE_PASSWORD_FILE:
        set_store_password(value);
        break;
    case NAME_STORE_DATABASE:
        option.database = (unsigned)number("--store-database", value, 0, 65535);
        break;
    case NAME_STORE_TIMEOUT:
        set_store_timeout(value);
        break;
    default:
        return false;
    }
    return true;
}

/* Where timerd is reached, and by whom. */
static bool set_place(int name, const char *value) {
    switch (name) {
    case NAME_SHARDS:
        option.shards = (unsigned)number("--shards", value, 1, 1024);
        break;
    case NAME_PREFIX:
        set_prefix(value);
        break;
    case NAME_LISTEN:
        set_listen(value);
        break;
    case NAME_SOCKET_MODE:
        option.socket_mode = mode("--socket-mode", value);
        break;
    case NAME_PASSWORD_FILE:
        rights_read(SECRETS_PASSWORD, value);
        break;
    default:
        return false;
    }
    return true;
}

static void set_web_host(const char *value) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";

    if (!*value || value[strspn(value, letters)])
        quit(2, "--web-host: %s is no name of a host, or has a port", value);
    option.web_host = value;
}

/* What is served over HTTP. */
static bool set_page(int name, const char *value) {
    switch (name) {
    case NAME_METRICS:
        (void)number("--metrics", value, 0, 65535);
        option.metrics = value;
        break;
    case NAME_WEB:
        (void)number("--web", value, 0, 65535);
        option.web = value;
        break;
    case NAME_WEB_TOKEN_FILE:
        rights_read(SECRETS_TOKEN, value);
        break;
    case NAME_WEB_HOST:
        set_web_host(value);
        break;
    default:
        return false;
    }
    return true;
}

static bool set_time(int name, const char *value) {
    switch (name) {
    case NAME_WINDOW:
        option.window_ms = duration("--window", value, 1);
        break;
    case NAME_LEASE:
        option.lease_ms = duration("--lease", value, 1);
        break;
    case NAME_BACKOFF:
        option.backoff_ms = duration("--backoff", value, 1);
        break;
    case NAME_SHARD_LEASE:
        option.shard_lease_ms = duration("--shard-lease", value, 100);
        break;
    case NAME_INSPECT:
        option.inspect_ms = duration("--inspect", value, 1);
        break;
    default:
        return false;
    }
    return true;
}

static void set_rest(int name, const char *value) {
    static const char *const overdue[] = {"fire", "skip", NULL};
    static const char *const levels[] = {"error", "warning", "info", "debug", NULL};
    static const char *const formats[] = {"text", "json", NULL};

    switch (name) {
    case NAME_BATCH:
        option.batch = (size_t)number("--batch", value, 1, 1000);
        break;
    case NAME_BUFFERS:
        option.buffers = (size_t)number("--buffers", value, 1, 4095) << 20;
        break;
    case NAME_OVERDUE:
        option.skip = choice("--overdue", value, overdue) == 1;
        break;
    case NAME_ATTEMPTS:
        option.attempts = (unsigned)number("--attempts", value, 1, 1000000);
        break;
    case NAME_LOG_LEVEL:
        level = (enum level)choice("--log-level", value, levels);
        break;
    case NAME_LOG_FORMAT:
        json = choice("--log-format", value, formats) == 1;
        break;
    case NAME_NO_SHUTDOWN:
        option.no_shutdown = true;
        break;
    case NAME_UNSAFE:
        option.unsafe = true;
        break;
    case NAME_HELP:
        fputs(help, stdout);
        exit(0);
    case NAME_VERSION:
        puts("timerd " TW_TREE);
        exit(0);
    default:
        quit(2, "%s", "--help lists the options");
    }
}

/* getopt_long() says what is wrong with an option, and calls itself timerd. */
void options_read(int argc, char **argv) {
    static char me[] = "timerd";
    int name;

    argv[0] = me;
    while ((name = getopt_long(argc, argv, "", names, NULL)) != -1) {
        if (name == '?')
            exit(2);
        if (!set_far(name, optarg) && !set_place(name, optarg) && !set_page(name, optarg) &&
            !set_time(name, optarg))
            set_rest(name, optarg);
        log_level(level, json);
    }
    if (optind < argc)
        quit(2, "%s is no option; --help lists them", argv[optind]);
    if (!option.directory && !option.host[0] && !option.postgres)
        quit(2, "--store lmdb:DIR, redis:HOST:PORT or postgres:CONNINFO is required");
    if (!option.host[0] && (option.store_secret || option.database || option.store_ca))
        quit(2, "--store-password-file, --store-database and --store-ca are those of a Redis");
    option.tls = option.tls || option.store_ca;
    if (option.store_cert && !option.tls)
        quit(2, "--store-cert wants TLS with a Redis: rediss: or --store-ca");
    if (option.web && !rights_wanted(SECRETS_TOKEN))
        quit(2, "--web wants --web-token-file: nobody sees the page without a token");
    if (option.directory)
        option.shards = 1;
    else if (!option.shards) /* a call to Redis is about one: few shards make large calls */
        option.shards = option.postgres ? 64 : 16;
    /* a clock of milliseconds is rounded down: n of them can be nearly one short */
    option.lease_ms++;
}
