/* SPDX-License-Identifier: MIT-0 */
/* Disks that are full, and clocks that are set. */
#define _DEFAULT_SOURCE
#include "cases.h"
#include "disk.h"
#include <errno.h>
#include <lmdb.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOW = 1000000, MOST = 100000 };

static uint64_t ids[MOST];
static size_t n;

/* A disk that is full, for this process: no file may grow beyond this. */
static void limit_files(rlim_t bytes) {
    struct rlimit limit = {bytes, RLIM_INFINITY};

    (void)signal(SIGXFSZ, SIG_IGN);
    check(setrlimit(RLIMIT_FSIZE, &limit) == 0, "files can be limited");
}

static void shuffle(void) {
    for (size_t i = n; i > 1; i--) {
        const size_t j = draw(i);
        const uint64_t id = ids[i - 1];

        ids[i - 1] = ids[j];
        ids[j] = id;
    }
}

/* Arms timers, a hundred in a commit, until one is refused. */
static void fill(struct tw_durable *d, size_t bytes) {
    static const char payload[TW_DURABLE_BYTES_MOST] = {0};
    uint64_t id;

    for (n = 0; (id = tw_durable_arm(d, NOW + 1000, payload, bytes)) != 0; n++) {
        check(n < MOST, "the disk is full by then");
        ids[n] = id;
        if (n % 100 == 99)
            check(tw_durable_commit(d), "what arm() took commits");
    }
    check(strcmp(tw_durable_error(d), strerror(EFBIG)) == 0, "it says why");
    check(tw_durable_commit(d), "the last ones, too");
}

static void move_all(struct tw_durable *d) {
    shuffle();
    for (size_t i = 0; i < n; i++)
        check(tw_durable_move(d, ids[i], NOW + 2000), "a move");
    check(tw_durable_commit(d), "moves of all of them commit");
}

static void end_all(struct tw_durable *d, size_t parts) {
    shuffle();
    while (tw_durable_expire(d, NOW + 5000)) {
    }
    for (size_t i = 0; i < n; i++) {
        check(tw_durable_done(d, ids[i]), "done");
        if (i % (n / parts + 1) == 0)
            check(tw_durable_commit(d), "done commits");
    }
    check(tw_durable_commit(d) && tw_durable_count(d) == 0, "all are done");
}

/* A kill while the file grew leaves a part of a step. */
static struct tw_durable *cut_short(struct tw_durable *d) {
    check(tw_durable_close(d), "it is closed");
    limit_files((3 << 20) + 70000);
    check(truncate("full.db", (3 << 20) + 70000) == 0, "a part of a step");
    d = open_set("full.db", NOW);
    check(tw_durable_count(d) == n, "it opens where no block is left");
    return d;
}

static void full_with(size_t bytes, size_t parts) {
    struct tw_durable *d;
    struct stat file;
    uint64_t id;

    unlink("full.db");
    d = open_set("full.db", NOW);
    limit_files(3 << 20);
    fill(d, bytes);
    check(stat("full.db", &file) == 0 && file.st_blocks * 512 >= file.st_size,
          "all blocks are allocated");
    for (int i = 0; i < 5; i++)
        move_all(d);
    d = cut_short(d);
    copy_file("full.db", "copy.db");
    end_all(d, parts);
    check((id = tw_durable_arm(d, NOW, NULL, 0)) != 0, "there is room again");
    check(tw_durable_commit(d) && tw_durable_close(d), "it commits");
    d = open_set("full.db", NOW);
    check(tw_durable_count(d) == 1 && tw_durable_get(d, id), "it is in the file");
    check(tw_durable_close(d), "it is closed");
    d = open_set("copy.db", NOW);
    check(tw_durable_count(d) == n, "none was lost");
    check(tw_durable_close(d), "it is closed");
    limit_files(RLIM_INFINITY);
}

void case_full(void) {
    full_with(0, 1);
    full_with(100, 7);
    full_with(TW_DURABLE_BYTES_MOST, 1);
    full_with(700, 200);
}

/* Reads the file until it is killed, or until this test has ended, whose end of `lives` is then
   closed. */
static void read_on(const char *path, int says, const int *lives) {
    MDB_env *env;
    MDB_txn *txn;
    char byte;

    close(lives[1]);
    if (mdb_env_create(&env) == 0 && mdb_env_open(env, path, MDB_NOSUBDIR, 0600) == 0 &&
        mdb_txn_begin(env, NULL, MDB_RDONLY, &txn) == 0 && write(says, "r", 1) == 1)
        (void)!read(lives[0], &byte, 1);
    _exit(1);
}

/* A process that reads the file, as mdb_copy may. */
static pid_t reader(const char *path) {
    int ends[2], lives[2];
    char byte = 0;
    pid_t child;

    check(pipe(ends) == 0 && pipe(lives) == 0 && (child = fork()) >= 0, "a reader");
    if (child == 0)
        read_on(path, ends[1], lives);
    close(ends[1]);
    close(lives[0]);
    check(read(ends[0], &byte, 1) == 1 && byte == 'r', "it reads");
    close(ends[0]);
    return child;
}

static void end(pid_t child) {
    check(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child, "the reader ends");
}

static bool move_some(struct tw_durable *d) {
    for (int i = 0; i < 200; i++)
        check(tw_durable_move(d, ids[draw(n)], NOW + 2000), "a move");
    return tw_durable_commit(d);
}

void case_pinned(void) {
    struct tw_durable *d = open_set("pinned.db", NOW);
    struct stat before, after;
    size_t turns = 0;
    pid_t child;

    limit_files(3 << 20);
    fill(d, 100);
    check(stat("pinned.db", &before) == 0, "its size");
    child = reader("pinned.db");
    while (move_some(d))
        check(++turns < 10000, "the pages are used up by then");
    check(turns > 0 && strcmp(tw_durable_error(d), mdb_strerror(MDB_MAP_FULL)) == 0, "it says why");
    for (turns = 0; tw_durable_expire(d, NOW + 5000); turns++) {
    }
    check(turns == n, "all fire all the same");
    check(!tw_durable_commit(d), "it is full still");
    end(child);
    check(tw_durable_commit(d), "a dead reader holds no page");
    check(stat("pinned.db", &after) == 0 && after.st_size == before.st_size, "it has not grown");
    limit_files(RLIM_INFINITY);
    child = reader("pinned.db");
    for (turns = 0; turns < 200; turns++)
        check(move_some(d), "where the disk has room, the file grows");
    end(child);
    check(tw_durable_close(d), "it is closed");
    d = open_set("pinned.db", NOW);
    check(tw_durable_count(d) == n, "none was lost");
    check(tw_durable_close(d), "it is closed");
}

/* When the last commit came to the disk: how many timers the file had, and when each was due. */
static uint64_t dues[MOST];
static size_t kept;

static void note_dues(const struct tw_durable *d) {
    for (kept = 0; kept < n; kept++)
        dues[kept] = tw_durable_get(d, ids[kept])->due_ms;
}

static void check_file(const char *path, const char *what) {
    struct tw_durable *const d = open_set(path, NOW);

    check(tw_durable_count(d) == kept, what);
    for (size_t i = 0; i < kept; i++) {
        const struct tw_durable_timer *const t = tw_durable_get(d, ids[i]);

        check(t && t->due_ms == dues[i], what);
    }
    check(tw_durable_close(d), "it is closed");
}

static void check_copy(void) {
    copy_file("whole.db", "copy.db");
    check_file("copy.db", "a commit without room leaves the file as it was");
}

/* Commits until there is no room. What the last one would change is not in the file. */
static void use_up(struct tw_durable *d) {
    uint64_t due = NOW + 2000;

    do {
        note_dues(d);
        for (int i = 0; i < 200; i++)
            check(tw_durable_move(d, ids[draw(n)], due), "a move");
        check(tw_durable_cancel(d, ids[--n]), "cancel");
        check(++due < NOW + 12000, "the pages are used up by then");
    } while (tw_durable_commit(d));
    check(strcmp(tw_durable_error(d), mdb_strerror(MDB_MAP_FULL)) == 0, "it says why");
}

/* Moves until no number is left, which the file would have to reserve. */
static void use_numbers_up(struct tw_durable *d) {
    const size_t most = 20000;
    size_t moves = 0;

    while (moves < most && tw_durable_move(d, ids[moves % n], NOW + 20000 + moves))
        moves++;
    check(moves < most, "a number that the file has not reserved is not given");
    for (size_t i = 0; i < 5; i++)
        check(!tw_durable_move(d, ids[i], NOW), "nor is it given later");
    check(strcmp(tw_durable_error(d), mdb_strerror(MDB_MAP_FULL)) == 0, "it says why");
    check(tw_durable_get(d, ids[moves % n])->due_ms != NOW + 20000 + moves, "nothing has moved");
}

void case_whole(void) {
    struct tw_durable *const d = open_set("whole.db", NOW);
    pid_t child;

    limit_files(3 << 20);
    fill(d, 100);
    child = reader("whole.db");
    use_up(d);
    check_copy();
    for (int turns = 0; turns < 5; turns++) {
        check(!tw_durable_commit(d), "it is full still");
        check_copy();
    }
    use_numbers_up(d);
    check(!tw_durable_commit(d), "it is full still");
    check_copy();
    end(child);
    check(tw_durable_commit(d), "there is room again");
    note_dues(d);
    check(tw_durable_close(d), "it is closed");
    check_file("whole.db", "a commit that had no room comes later, whole");
    limit_files(RLIM_INFINITY);
}

void case_clock(void) {
    struct tw_durable *const d = open_set("clock.db", NOW);
    const uint64_t id = tw_durable_arm(d, NOW + 100, "x", 1);
    const struct tw_durable_timer *t;

    check(!tw_durable_expire(d, NOW - 900000), "the clock is set back");
    check(tw_durable_wait_ms(d, NOW - 900000) == 900100, "it waits for its time");
    check(tw_durable_arm(d, NOW - 900000 + 5, "y", 1) != 0, "another one");
    check(!tw_durable_expire(d, NOW - 900000 + 4), "it is not due yet");
    t = tw_durable_expire(d, NOW - 900000 + 5);
    check(t && *(const char *)t->payload == 'y', "it comes at its own time");
    check(!tw_durable_expire(d, NOW - 900000 + 5), "and alone");
    t = tw_durable_expire(d, NOW + 3600000);
    check(t && t->id == id && t->in_hand, "the clock is set forward");
    check(tw_durable_wait_ms(d, NOW) == -1, "none waits");
    check(tw_durable_arm(d, UINT64_MAX, NULL, 0) != 0, "a time that is very far");
    check(tw_durable_wait_ms(d, NOW) == 0x7fffffff, "is waited for in parts");
    check(tw_durable_close(d), "it is closed");
}
