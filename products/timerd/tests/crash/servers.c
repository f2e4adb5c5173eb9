/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "servers.h"
#include "bystanders.h"
#include "history.h"
#include "postgres.h"
#include "report.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <hiredis/hiredis.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BARRIER_PINGS = 32 };

struct server timerd[TIMERDS_MOST];
struct server store;
struct server standby;

static int port;
static char directory[PATH_MAX], program[PATH_MAX];
static bool own_directory;

/* -------------------------------------------------------------------------- processes */

/* In the child: it dies with the test, whatever ends that. */
static void become(char *const *argv, const char *log, int out) {
    const int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600),
              null = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    dup2(null, 0);
    dup2(out >= 0 ? out : fd, 1);
    dup2(fd, 2);
    execvp(argv[0], argv);
    dprintf(2, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

static void spawn(struct server *s, char *const *argv, const char *log, bool listens) {
    int pipes[2] = {-1, -1};

    if (listens && pipe2(pipes, O_CLOEXEC) != 0)
        give_up("pipe: %s", strerror(errno));
    fflush(stdout);
    s->pid = fork();
    if (s->pid == 0)
        become(argv, log, pipes[1]);
    if (s->pid < 0)
        give_up("fork: %s", strerror(errno));
    if (listens) {
        close(pipes[1]);
        (void)fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    }
    s->out = pipes[0];
    s->ready = s->stopped = false;
    s->line_n = 0;
    s->life++;
}

/* Sends a signal that ends it and waits until it is gone; its wait status. */
static int end(struct server *s, int sig) {
    int status = 0;

    kill(s->pid, sig);
    while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    s->pid = 0;
    s->ready = s->stopped = false;
    if (s->out >= 0)
        close(s->out);
    s->out = -1;
    return status;
}

/* ----------------------------------------------------------------------------- timerd */

/* Where it listens: a Unix socket or a free port of 127.0.0.1, now this, now that. Paths
   are relative: those of sockets must be short. */
void timerd_start(unsigned i) {
    char where[CONNINFO_SIZE], listen[32], window[16], lease[16], shard_lease[16], attempts[16],
        batch[16], shards[16], log[32];
    char *argv[] = {program,     "--store", where, "--listen",   listen,   "--window",
                    window,      "--lease", lease, "--attempts", attempts, "--shard-lease",
                    shard_lease, "--batch", batch, "--shards",   shards,   NULL};

    if (settings.postgres)
        postgres_conninfo(where, i, timerd[i].life + 1);
    else if (settings.served)
        snprintf(where, sizeof where, "redis:127.0.0.1:%d", port);
    else
        snprintf(where, sizeof where, "lmdb:lmdb");
    if (random_chance(50))
        snprintf(listen, sizeof listen, "timerd-%u.socket", i);
    else
        snprintf(listen, sizeof listen, "0");
    snprintf(window, sizeof window, "%dms", WINDOW_MS);
    snprintf(lease, sizeof lease, "%dms", LEASE_MS);
    snprintf(shard_lease, sizeof shard_lease, "%dms", SHARD_LEASE_MS);
    snprintf(attempts, sizeof attempts, "%d", ATTEMPTS);
    snprintf(batch, sizeof batch, "%d", BATCH);
    snprintf(shards, sizeof shards, "%d", SHARDS);
    snprintf(log, sizeof log, "timerd-%u.log", i);
    history_add(NO_ID, "timerd %u started", i);
    spawn(&timerd[i], argv, log, true);
}

/* What a killed timerd has sent may lie unread in Redis' socket, and would be executed
   after a request that a client sends to another timerd now. A connection that is made
   now is accepted in a turn of Redis' loop that reads the other socket too, and each PING
   takes another turn: each reads 16 KB of what lies there. */
static void barrier(void) {
    redisContext *c;

    if (!store.ready)
        return;
    c = redisConnect("127.0.0.1", port);
    for (int i = 0; c && !c->err && i < BARRIER_PINGS; i++) {
        void *reply = redisCommand(c, "PING");

        if (reply)
            freeReplyObject(reply);
    }
    if (c)
        redisFree(c);
}

void timerd_kill(unsigned i) {
    report.kills++;
    history_add(NO_ID, "timerd %u killed%s", i, timerd[i].ready ? "" : " while it started");
    end(&timerd[i], SIGKILL);
    if (settings.postgres && store.ready)
        postgres_barrier(i, timerd[i].life);
    else if (!settings.postgres)
        barrier();
}

void timerd_stop(unsigned i) {
    report.stops++;
    history_add(NO_ID, "timerd %u stopped", i);
    kill(timerd[i].pid, SIGSTOP);
    timerd[i].stopped = true;
}

void timerd_continue(unsigned i) {
    history_add(NO_ID, "timerd %u goes on", i);
    kill(timerd[i].pid, SIGCONT);
    timerd[i].stopped = false;
}

void timerd_shutdown(unsigned i) {
    const int status = end(&timerd[i], SIGTERM);

    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        violated(NO_ID, "SIGTERM ends timerd with status 0", "timerd %u ended with wait status %d",
                 i, status);
}

static void ended_by_itself(unsigned i) {
    const int status = end(&timerd[i], SIGKILL);

    violated(NO_ID, "timerd runs until it is told to end",
             "timerd %u ended by itself, wait status %#x; its log: %s/timerd-%u.log", i,
             (unsigned)status, directory, i);
}

void timerd_read(unsigned i) {
    static const char said[] = "timerd: ready on ";
    struct server *const s = &timerd[i];
    const ssize_t n = read(s->out, s->line + s->line_n, sizeof s->line - 1 - s->line_n);
    char *line_end;

    if (n == 0)
        ended_by_itself(i);
    if (n < 0)
        return;
    s->line_n += (size_t)n;
    s->line[s->line_n] = '\0';
    line_end = strchr(s->line, '\n');
    if (!line_end || s->ready)
        return;
    *line_end = '\0';
    if (strncmp(s->line, said, sizeof said - 1) != 0)
        violated(NO_ID, "timerd prints where it is ready", "timerd %u printed: %s", i, s->line);
    memcpy(s->place, s->line + sizeof said - 1, strlen(s->line) - sizeof said + 2);
    s->ready = true;
    history_add(NO_ID, "timerd %u ready", i);
}

/* -------------------------------------------------------------------------- the store */

/* Below the ports that the kernel gives away: while Redis is down, no connection takes its
   port. */
static int free_port(void) {
    struct sockaddr_in a;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    int number = (int)(getpid() % 10000), tries = 0;

    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    do {
        if (fd < 0 || ++tries > 10000)
            give_up("no free port: %s", strerror(errno));
        number = (number + 1) % 10000;
        a.sin_port = htons((uint16_t)(20000 + number));
    } while (bind(fd, (struct sockaddr *)&a, sizeof a) != 0);
    close(fd);
    return 20000 + number;
}

int redis_port(void) { return port; }

/* Redis reads its log when it starts, and nothing fires before it is through: where the
   log could grow to 64 MB, this took 7.5 s on a busy machine. So the log is kept
   short. */
void store_start(void) {
    char number[16];
    char *argv[] = {"redis-server",
                    "--port",
                    number,
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    "redis",
                    "--appendonly",
                    "yes",
                    "--appendfsync",
                    "always",
                    "--save",
                    "",
                    "--auto-aof-rewrite-min-size",
                    "8mb",
                    NULL};

    char *other[POSTGRES_WORDS];

    snprintf(number, sizeof number, "%d", port);
    (void)mkdir("redis", 0700);
    if (settings.postgres)
        postgres_command(other);
    history_add(NO_ID, "store started");
    spawn(&store, settings.postgres ? other : argv, "store.log", false);
}

void store_kill(void) {
    report.store_kills++;
    history_add(NO_ID, "store killed");
    end(&store, SIGKILL);
    standby.ready = false;
}

void store_promote(void) {
    report.promotions++;
    history_add(NO_ID, "store killed, its standby promoted");
    end(&store, SIGKILL);
    store = standby;
    store.ready = false;
    standby.pid = 0;
    standby.ready = false;
    postgres_promote();
}

void standby_start(void) {
    char *argv[POSTGRES_WORDS];

    postgres_standby_command(argv);
    history_add(NO_ID, "standby started");
    spawn(&standby, argv, "standby.log", false);
}

void standby_look(void) {
    if (waitpid(standby.pid, NULL, WNOHANG) == standby.pid)
        give_up("the standby ended by itself; its log: %s/standby.log", directory);
    standby.ready = postgres_in_step();
    if (standby.ready)
        history_add(NO_ID, "standby ready");
}

static bool redis_answers(void) {
    const struct timeval limit = {1, 0};
    redisContext *const c = redisConnectWithTimeout("127.0.0.1", port, limit);
    redisReply *reply = NULL;
    bool answers;

    if (c && !c->err)
        reply = (redisReply *)redisCommand(c, "PING");
    answers = reply && reply->type == REDIS_REPLY_STATUS;
    if (reply)
        freeReplyObject(reply);
    if (c)
        redisFree(c);
    return answers;
}

void store_look(void) {
    if (waitpid(store.pid, NULL, WNOHANG) == store.pid)
        give_up("the store ended by itself; its log: %s/store.log", directory);
    if (settings.postgres ? !postgres_answers() : !redis_answers())
        return;
    store.ready = true;
    history_add(NO_ID, "store ready");
}

/* -------------------------------------------------------------------------------- all */

/* All stores and logs are below one directory, in which everything runs. */
static void make_directory(void) {
    const char *const tmp = getenv("TMPDIR");
    char made[PATH_MAX];

    own_directory = !settings.directory;
    if (own_directory)
        snprintf(made, sizeof made, "%s/crash_test.XXXXXX", tmp ? tmp : "/tmp");
    if (!realpath(settings.timerd, program))
        give_up("%s: %s", settings.timerd, strerror(errno));
    if (own_directory)
        settings.directory = mkdtemp(made);
    else if (mkdir(settings.directory, 0700) != 0 && errno != EEXIST)
        give_up("%s: %s", settings.directory, strerror(errno));
    if (!settings.directory || !realpath(settings.directory, directory) || chdir(directory) != 0)
        give_up("no directory for stores and logs: %s", strerror(errno));
    settings.directory = directory;
}

static bool all_ready(void) {
    bool ready = true;

    for (unsigned i = 0; i < settings.timerds; i++) {
        if (!timerd[i].ready)
            timerd_read(i);
        ready = ready && timerd[i].ready;
    }
    return ready;
}

static uint64_t limit(void) { return now_us() + (uint64_t)settings.patience_s * 1000000u; }

static void begin_one(struct server *s, void (*start)(void), void (*look)(void)) {
    const uint64_t until = limit();

    start();
    while (!s->ready && now_us() < until)
        look(), usleep(10000);
    if (!s->ready)
        give_up("the store is not ready after %u s; logs: %s", settings.patience_s, directory);
}

/* Each has its time: to make a PostgreSQL takes long on a busy machine. */
void servers_begin(void) {
    uint64_t until;

    make_directory();
    port = settings.served ? free_port() : 0;
    if (settings.served)
        begin_one(&store, store_start, store_look);
    if (settings.promotions)
        begin_one(&standby, standby_start, standby_look);
    until = limit();
    for (unsigned i = 0; i < settings.timerds; i++)
        timerd_start(i);
    while (!all_ready() && now_us() < until)
        usleep(1000);
    if (!all_ready())
        give_up("timerd is not ready after %u s; logs: %s", settings.patience_s, directory);
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *f) {
    (void)s, (void)type, (void)f;
    return remove(path);
}

void servers_end(bool clean) {
    bystanders_end();
    for (unsigned i = 0; i < TIMERDS_MOST; i++)
        if (timerd[i].pid > 0)
            end(&timerd[i], SIGKILL);
    if (store.pid > 0)
        end(&store, SIGKILL);
    if (standby.pid > 0)
        end(&standby, SIGKILL);
    postgres_end();
    if (clean && own_directory)
        (void)nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
