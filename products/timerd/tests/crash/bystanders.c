/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "bystanders.h"
#include "history.h"
#include "postgres.h"
#include "report.h"
#include "servers.h"
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BYSTANDERS_MOST = 6,
    TIME_US = 3000000,
    REQUESTS = 3000,
    SCRAPE_US = 20000,
    SMALL_DISK = 256 << 20
};

/* ---------------------------------------------------------------- those beside timerd */

static redisContext *connect_to(const char *place) {
    const char *const port = strrchr(place, ':');

    return port ? redisConnect("127.0.0.1", atoi(port + 1)) : redisConnectUnix(place);
}

/* Ends with the connection. */
static void scrape(const char *place) {
    static const char *const asks[] = {"STATS", "LIST 1000 PREFIX none", "DEAD 9 SKIP 20000",
                                       "NEXT"};
    redisContext *const c = connect_to(place);

    for (size_t i = 0; c && !c->err; i++, usleep(SCRAPE_US)) {
        void *const reply = redisCommand(c, asks[i % 4]);

        if (reply)
            freeReplyObject(reply);
    }
}

/* Asks much, and reads nothing. */
static void read_nothing(const char *place) {
    redisContext *const c = connect_to(place);
    int done = 0;

    for (int i = 0; c && !c->err && i < REQUESTS; i++)
        redisAppendCommand(c, "LIST 1000");
    while (c && !c->err && !done && redisBufferWrite(c, &done) == REDIS_OK)
        continue;
    pause();
}

/* ------------------------------------------------------------------ those of the store */

/* A disk that was made for the test. */
static bool small_disk(void) {
    struct statvfs disk;

    return statvfs(".", &disk) == 0 && (uint64_t)disk.f_blocks * disk.f_frsize <= SMALL_DISK;
}

static void lmdb_fill(void) {
    const int fd = open("filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    struct statvfs disk;

    if (fd >= 0 && fstatvfs(fd, &disk) == 0)
        (void)posix_fallocate(fd, 0, (off_t)(disk.f_bavail * disk.f_frsize));
    if (fd >= 0)
        close(fd);
}

static void lmdb_empty(void) { (void)unlink("filler"); }

/* A Redis that was started meanwhile has no limit. */
static void limit_memory(const char *bytes) {
    redisContext *const c = redisConnect("127.0.0.1", redis_port());
    void *const reply = c && !c->err ? redisCommand(c, "CONFIG SET maxmemory %s", bytes) : NULL;

    if (reply)
        freeReplyObject(reply);
    if (c)
        redisFree(c);
}

static void redis_fill(void) { limit_memory("1"); }

static void redis_empty(void) { limit_memory("0"); }

/* ------------------------------------------------------------------------------- kinds */

/* One of `command`, for the shell, where %s names the server; `work`, in a child; and
   `fill`, with what ends it. Nobody reads what a command prints behind `|`. */
static const struct kind {
    char store; /* l, r, p; -: any */
    const char *name, *command;
    void (*work)(const char *place);
    void (*fill)(void), (*empty)(void);
} kinds[] = {
    {'-', "scrape", NULL, scrape, NULL, NULL},
    {'-', "peer that reads nothing", NULL, read_nothing, NULL, NULL},
    {'l', "slow copy", "mdb_copy lmdb |", NULL, NULL, NULL},
    {'l', "copy", "mdb_copy -c lmdb", NULL, NULL, NULL},
    {'l', "full disk", NULL, NULL, lmdb_fill, lmdb_empty},
    {'r', "slow monitor", "redis-cli -p %s MONITOR |", NULL, NULL, NULL},
    {'r', "snapshot", "redis-cli -p %s BGSAVE", NULL, NULL, NULL},
    {'r', "copy", "redis-cli -p %s --rdb copy.rdb", NULL, NULL, NULL},
    {'r', "full memory", NULL, NULL, redis_fill, redis_empty},
    {'p', "held snapshot",
     "psql -h %s -U postgres -c 'begin isolation level repeatable read' "
     "-c 'select count(*) from timerd.timers' -c 'select pg_sleep(600)' postgres",
     NULL, NULL, NULL},
    {'p', "slow dump", "pg_dump -h %s -U postgres -n timerd postgres |", NULL, NULL, NULL},
    {'p', "dump", "pg_dump -h %s -U postgres -n timerd postgres", NULL, NULL, NULL},
};

static struct bystander {
    const struct kind *kind; /* NULL: none */
    pid_t pid;
    int out; /* its output, which nobody reads */
    uint64_t until_us;
} bystanders[BYSTANDERS_MOST];

static bool fits(const struct kind *k) {
    if (k->fill == lmdb_fill && !small_disk())
        return false;
    return k->store == '-' || k->store == (settings.postgres ? 'p' : settings.served ? 'r' : 'l');
}

void bystanders_check(void) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char command[64];

        if (!fits(&kinds[i]) || !kinds[i].command)
            continue;
        snprintf(command, sizeof command, "command -v %.*s >/dev/null",
                 (int)strcspn(kinds[i].command, " "), kinds[i].command);
        if (system(command) != 0)
            give_up("--bystanders: there is no %.*s", (int)strcspn(kinds[i].command, " "),
                    kinds[i].command);
    }
}

/* In the child. */
static void become(const struct kind *k, const char *place, int out) {
    const int log = open("bystanders.log", O_WRONLY | O_CREAT | O_APPEND, 0600),
              null = open("/dev/null", O_RDWR);
    char command[512], server[32];
    size_t size;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    dup2(null, 0);
    if (k->work) {
        k->work(place);
        _exit(0);
    }
    snprintf(server, sizeof server, "%d", redis_port());
    snprintf(command, sizeof command, k->command, settings.postgres ? postgres_room() : server);
    size = strcspn(command, "|");
    dup2(command[size] ? out : null, 1);
    dup2(log, 2);
    command[size] = '\0';
    execlp("sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void spawn(struct bystander *b) {
    const unsigned i = (unsigned)random_below(settings.timerds);
    int pipes[2];

    if (pipe2(pipes, O_CLOEXEC) != 0)
        give_up("no pipe");
    fflush(stdout);
    b->pid = fork();
    if (b->pid == 0)
        become(b->kind, timerd[i].place, pipes[1]);
    if (b->pid < 0)
        give_up("no process");
    close(pipes[1]);
    b->out = pipes[0];
}

/* As long as there is room. */
void bystander_begin(void) {
    struct bystander *b = bystanders;

    while (b < bystanders + BYSTANDERS_MOST && b->kind)
        b++;
    report.bystanders++;
    if (b == bystanders + BYSTANDERS_MOST)
        b = bystanders + random_below(BYSTANDERS_MOST), b->until_us = 0, bystanders_turn();
    do
        b->kind = &kinds[random_below(sizeof kinds / sizeof kinds[0])];
    while (!fits(b->kind));
    history_add(NO_ID, "%s begins", b->kind->name);
    b->until_us = now_us() + random_below(TIME_US);
    b->pid = 0;
    if (b->kind->fill)
        b->kind->fill();
    else
        spawn(b);
}

static void end(struct bystander *b) {
    history_add(NO_ID, "%s ends", b->kind->name);
    if (b->kind->empty)
        b->kind->empty();
    if (b->pid) {
        kill(-b->pid, SIGKILL);
        kill(b->pid, SIGKILL);
        (void)waitpid(b->pid, NULL, 0);
        close(b->out);
    }
    b->kind = NULL;
}

void bystanders_turn(void) {
    const uint64_t now = now_us();

    for (int i = 0; i < BYSTANDERS_MOST; i++)
        if (bystanders[i].kind && now >= bystanders[i].until_us)
            end(&bystanders[i]);
}

void bystanders_make_room(void) {
    for (int i = 0; i < BYSTANDERS_MOST; i++)
        if (bystanders[i].kind && bystanders[i].kind->fill)
            end(&bystanders[i]);
}

void bystanders_end(void) {
    for (int i = 0; i < BYSTANDERS_MOST; i++)
        if (bystanders[i].kind)
            end(&bystanders[i]);
}
