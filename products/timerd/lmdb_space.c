/* SPDX-License-Identifier: MIT-0 */
#include "lmdb_space.h"
#include "options.h"
#include "util.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A line that mdb_reader_list() tells: process, thread, and the last commit that the
   reader sees, or - if it sees none now. The heading is none of these. */
static int oldest(const char *line, void *of) {
    uint64_t *const least = (uint64_t *)of;
    uint64_t commit;

    if (sscanf(line, "%*d %*s %" SCNu64, &commit) == 1 && commit < *least)
        *least = commit;
    return 0;
}

/* LMDB lists free pages in the table 0. A key is the number of the commit that freed them,
   and a row begins with their number. Those of the commit that the oldest reader sees, and
   of later ones, cannot be used yet. */
static int unused_pages(MDB_txn *txn, uint64_t before, uint64_t *pages) {
    MDB_cursor *c;
    MDB_val k, d;
    int rc = mdb_cursor_open(txn, 0, &c);

    *pages = 0;
    if (rc)
        return rc;
    while ((rc = mdb_cursor_get(c, &k, &d, MDB_NEXT)) == 0) {
        size_t commit, n;

        memcpy(&commit, k.mv_data, sizeof commit);
        if (commit >= before)
            break;
        memcpy(&n, d.mv_data, sizeof n);
        *pages += n;
    }
    mdb_cursor_close(c);
    return rc == MDB_NOTFOUND ? 0 : rc;
}

static uint64_t last_commit(MDB_env *env) {
    MDB_envinfo info;

    return mdb_env_info(env, &info) ? 0 : info.me_last_txnid;
}

uint64_t lmdb_behind(MDB_env *env) {
    const uint64_t last = last_commit(env);
    uint64_t least = last;

    (void)mdb_reader_list(env, oldest, &least);
    return last - least;
}

int lmdb_space(MDB_env *env, MDB_txn *txn, struct lmdb_space *space) {
    uint64_t pages = 0;
    struct stat file;
    MDB_stat stat;
    int fd, rc;

    space->behind = lmdb_behind(env);
    if ((rc = mdb_env_stat(env, &stat)) == 0 && (rc = mdb_env_get_fd(env, &fd)) == 0)
        rc = unused_pages(txn, last_commit(env) - space->behind, &pages);
    space->file = rc == 0 && fstat(fd, &file) == 0 ? (uint64_t)file.st_size : 0;
    space->unused = rc == 0 ? pages * stat.ms_psize : 0;
    return rc;
}

bool lmdb_forget_dead_readers(MDB_env *env) {
    int dead = 0;

    if (mdb_reader_check(env, &dead) || dead == 0)
        return false;
    say(LEVEL_WARNING, "lmdb:%s: a reader (mdb_copy?) died before its end", option.directory);
    return true;
}
