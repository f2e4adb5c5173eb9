/* SPDX-License-Identifier: MIT-0 */
/* Files: how they begin, which are refused, and what a copy gives back. */
#define _DEFAULT_SOURCE
#include "cases.h"
#include "disk.h"
#include <errno.h>
#include <lmdb.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOW = 1000000 };

static void refuses(const char *path) {
    const char *error = "";
    struct tw_durable *const d = tw_durable_open(path, NOW, &error);

    check(!d, "it is refused");
    check(*error, "it says why");
}

/* Each call that writes, by turns: the power is cut before it, or it fails. */
void case_new(void) {
    unsigned folders, call;
    const char *error;
    struct tw_durable *d;

    for (call = 1;; call++) {
        unlink("new.db");
        folders = disk_folders();
        disk_watch_new("new.db");
        disk_cut(call, "cut.db");
        check(tw_durable_close(open_set("new.db", NOW)), "a new file");
        check(disk_folders() > folders, "its folder is synchronised");
        if (!disk_has_cut())
            break;
        if (disk_has_linked())
            check(tw_durable_close(open_set("cut.db", NOW)), "a file that has its name is whole");
    }
    check(call > 5, "the power was cut");
    for (unsigned at = 1; at < call; at++) {
        unlink("new.db");
        disk_watch_new("new.db");
        disk_fail(at, ENOSPC);
        d = tw_durable_open("new.db", NOW, &error);
        check(!d && strcmp(error, strerror(ENOSPC)) == 0, "a full disk refuses a new file");
        disk_watch(NULL);
        check(tw_durable_close(open_set("new.db", NOW)), "it can be had when there is room");
    }
}

void case_two(void) {
    const int before = dup(0);
    struct tw_durable *const d = open_set("two.db", NOW);
    int status = 0;
    pid_t child;

    check(tw_durable_arm(d, NOW, "x", 1) != 0 && tw_durable_commit(d), "it works");
    refuses("two.db");
    check((child = fork()) >= 0, "a second process");
    if (child == 0) {
        refuses("two.db");
        _exit(0);
    }
    check(waitpid(child, &status, 0) == child && status == 0, "it is refused there, too");
    check(tw_durable_arm(d, NOW, "y", 1) != 0 && tw_durable_close(d), "the first one goes on");
    for (int i = 0; i < 50; i++)
        check(tw_durable_close(open_set("two.db", NOW)), "it is free now");
    close(before);
    check(dup(0) == before, "all files are closed");
}

/* ------------------------------------------------------------------------------ refused */

/* Puts a row into the file, by LMDB itself. */
static void put(const char *path, const void *key, size_t key_size, const void *row, size_t size) {
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi table;
    MDB_val k, v;

    union {
        const void *given;
        void *taken;
    } at;

    at.given = key;
    k.mv_data = at.taken;
    k.mv_size = key_size;
    at.given = row;
    v.mv_data = at.taken;
    v.mv_size = size;
    check(mdb_env_create(&env) == 0 && mdb_env_open(env, path, MDB_NOSUBDIR, 0600) == 0 &&
              mdb_txn_begin(env, NULL, 0, &txn) == 0 && mdb_dbi_open(txn, NULL, 0, &table) == 0 &&
              mdb_put(txn, table, &k, &v, 0) == 0 && mdb_txn_commit(txn) == 0,
          "a row of the test");
    mdb_env_close(env);
}

static void stays(const char *claim) {
    checking = claim;
    copy_file("bad.db", "before.db");
    refuses("bad.db");
    check(same_files("bad.db", "before.db"), "it is as it was");
}

static void write_file(const char *text, size_t size) {
    FILE *const f = fopen("bad.db", "wb");

    check(f && fwrite(text, 1, size, f) == size && fclose(f) == 0, "a file of the test");
}

/* A sound file with three timers; what is put into it has this key and this size. */
static void damaged(const char *claim, uint64_t id, size_t key_size, uint64_t order, size_t size) {
    unsigned char key[8], row[2000] = {0};

    memcpy(row + 8, &order, 8);
    for (int i = 8; i--; id >>= 8)
        key[i] = (unsigned char)id;
    copy_file("good.db", "bad.db");
    put("bad.db", key + 8 - key_size, key_size, row, size);
    stays(claim);
}

static void with_format(uint64_t format) {
    struct {
        char magic[24];
        uint64_t format, limit;
    } row = {"tw_durable timers", 0, 1u << 30};

    const unsigned char zero[8] = {0};

    row.format = format;
    copy_file("good.db", "bad.db");
    put("bad.db", zero, sizeof zero, &row, sizeof row);
}

void case_refused(void) {
    struct tw_durable *const d = open_set("good.db", NOW);
    uint64_t id = 0;

    for (int i = 0; i < 3; i++)
        check((id = tw_durable_arm(d, NOW, "sound", 5)) != 0, "a timer");
    check(tw_durable_close(d), "a file");
    damaged("a key of 7 bytes", id + 1, 7, id + 1, 20);
    damaged("a row without an order", id + 1, 8, id + 1, 12);
    damaged("a row that is too long", id + 1, 8, id + 1, 2000);
    damaged("an order before the id", id + 1, 8, id, 20);
    damaged("an order that was not given", id + 1, 8, UINT64_C(1) << 50, 20);
    damaged("an id that was not given", UINT64_C(1) << 50, 8, UINT64_C(1) << 50, 20);
    with_format(2);
    stays("a newer format");
    with_format(1);
    check(tw_durable_close(open_set("bad.db", NOW)), "the test writes what a set reads");
    copy_file("good.db", "bad.db");
    check(truncate("bad.db", 8192) == 0, "a file that was cut off");
    stays("a file that was cut off");
    check(truncate("bad.db", 100) == 0, "a file that was cut off at 100");
    stays("a file that was cut off at 100");
    write_file("", 0);
    stays("an empty file");
    write_file("These are not timers.\n", 22);
    stays("a text");
    unlink("bad.db");
    put("bad.db", "key", 3, "row", 3);
    stays("a file of somebody else");
    checking = "";
    refuses("no/such/folder.db");
    refuses(".");
}

/* ------------------------------------------------------------------------------ numbers */

static uint64_t arms(struct tw_durable *d, int n, uint64_t above) {
    while (n--) {
        const uint64_t id = tw_durable_arm(d, NOW, NULL, 0);

        check(id > above, "ids grow");
        above = id;
    }
    return above;
}

void case_restored(void) {
    struct tw_durable *d = open_set("live.db", NOW);
    uint64_t last = arms(d, 10, 0);

    check(tw_durable_commit(d), "ten timers");
    copy_file("live.db", "copy.db");
    last = arms(d, 20000, last);
    check(tw_durable_close(d), "and more");
    for (int i = 1; i <= 5; i++) {
        d = open_set("live.db", NOW + 1000 + 10 * (uint64_t)i);
        last = arms(d, 1, last);
        check(tw_durable_close(d), "and more");
    }
    copy_file("copy.db", "live.db");
    d = open_set("live.db", NOW + 2000);
    check(tw_durable_count(d) == 10, "the copy has ten");
    arms(d, 10, last);
    check(tw_durable_close(d), "it is closed");
}

void case_numbers(void) {
    struct tw_durable *d = open_set("live.db", NOW);
    const uint64_t last = arms(d, 20000, 0);

    copy_file("live.db", "killed.db");
    check(tw_durable_close(d), "it is closed");
    d = open_set("killed.db", 0); /* a clock that was set back */
    check(tw_durable_count(d) == 0, "no timer was committed");
    arms(d, 1, last);
    check(tw_durable_close(d), "it is closed");
}
