/* SPDX-License-Identifier: MIT-0 */
/* The embedded engine: one process, one shard, a file that LMDB maps. A write transaction
   ends with the data on the disk. A map that is full grows, and the transaction is done
   again. The map ends where the blocks of the file end: a page that was given back before it
   was ever written has a block, too, when LMDB uses it again on a full disk.

   The file has a reserve behind its last page, whose blocks are the file's already. When
   the disk is full ARM is refused, and the reserve is for the rest: what fires, is given
   away or done with needs new pages first, and gives old ones back. While another process
   reads the file, as mdb_copy does, it gets none back. So ARM is refused earlier then. */
#define _GNU_SOURCE
#include "engine.h"
#include "lmdb_rows.h"
#include "lmdb_space.h"
#include "options.h"
#include "stats.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static MDB_env *env;
static MDB_dbi tables[TABLES];
static int lock = -1;
static int last_error;
static bool full;
static bool pinned;           /* somebody reads the file as it was before */
static uint64_t count_from;   /* numbers go on there, if the file was not made just now */
static uint64_t blocks_until; /* the file has its blocks, and LMDB its map, up to there */

enum {
    FIRST_MAP = 16 << 20,
    STEP = 16 << 20,
    STEP_LEAST = 64 << 10, /* whole pages of any system */
    RESERVE = 8 << 20,
    PINNED_RESERVE = 64 << 20, /* a commit of one ACK takes nine pages of 4096 bytes */
    FULL_BATCH = 32,
    QUIET_MS = 10000
};

static bool lmdb_up(void) { return env != NULL; }

static const char *lmdb_error(void) {
    return full && !last_error ? "the disk is full" : mdb_strerror(last_error);
}

static int64_t lmdb_offset_us(void) { return (int64_t)clock_us(false) - (int64_t)clock_us(true); }

static bool failed(const char *what, int rc) {
    static uint64_t quiet_until_ms;
    static int said;
    const uint64_t now = clock_us(true) / 1000;

    if (rc && (rc != said || now >= quiet_until_ms)) {
        quiet_until_ms = now + QUIET_MS;
        said = rc;
        say(LEVEL_ERROR, "lmdb:%s: %s: %s", option.directory, what, mdb_strerror(rc));
    }
    last_error = rc;
    return rc != 0;
}

static void lmdb_close(void) {
    if (env)
        mdb_env_close(env);
    env = NULL;
    if (lock >= 0)
        close(lock);
    lock = -1;
}

/* ---------------------------------------------------------------------------- opening */

/* Two processes would not see each other's timers in memory: one alone has the
   directory. */
static enum opened lock_directory(void) {
    char path[4096];
    const int n = snprintf(path, sizeof path, "%s/timerd.lock", option.directory);

    if (n < 0 || (size_t)n >= sizeof path) {
        say(LEVEL_ERROR, "lmdb: the name of the directory is too long");
        return OPEN_NEVER;
    }
    (void)mkdir(option.directory, 0700);
    lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (failed("open", lock < 0 ? errno : 0))
        return OPEN_LATER;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        return OPEN_DONE;
    say(LEVEL_ERROR, "lmdb:%s: another timerd has it", option.directory);
    return OPEN_NEVER;
}

/* Tables of format 1 become ones of format 2 by the number alone. */
static int check_format(MDB_txn *txn) {
    struct work w = {txn, tables, {NULL}, 0, 0, 0};
    char name[] = "format";
    uint64_t format = 0, ours = LMDB_FORMAT;
    MDB_val k = lmdb_value(name, 6), d;
    int rc = mdb_get(txn, tables[META], &k, &d);

    if (rc == MDB_NOTFOUND) {
        rc = table_put(&w, META, name, 6, lmdb_value(&ours, sizeof ours));
        tables_leave(&w);
        return rc;
    }
    if (rc == 0 && d.mv_size == sizeof format)
        memcpy(&format, d.mv_data, sizeof format);
    count_from = clock_us(false);
    return rc == 0 && format != ours ? MDB_VERSION_MISMATCH : rc;
}

static int open_tables(void) {
    static const char *const names[TABLES] = {"timers", "due",  "fired", "ready",
                                              "leased", "dead", "meta",  "delayed"};
    MDB_txn *txn;
    int rc = mdb_txn_begin(env, NULL, 0, &txn);

    if (rc)
        return rc;
    for (int i = 0; rc == 0 && i < TABLES; i++)
        rc = mdb_dbi_open(txn, names[i], MDB_CREATE, &tables[i]);
    if (rc == 0)
        rc = check_format(txn);
    if (rc == 0)
        return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return rc;
}

/* Blocks up to `until`, or an error number. A file system that gives none before they are
   written is taken at its word. */
static int widen(uint64_t until) {
    const uint64_t end = (until + STEP_LEAST - 1) / STEP_LEAST * STEP_LEAST;
    int fd, rc = mdb_env_get_fd(env, &fd);

    if (rc || end <= blocks_until)
        return rc;
    if (fallocate(fd, 0, (off_t)blocks_until, (off_t)(end - blocks_until)) && errno != EOPNOTSUPP)
        return errno;
    blocks_until = end;
    return mdb_env_set_mapsize(env, end);
}

/* By `step` bytes, or by as much of them as the disk has. */
static int grow(uint64_t step) {
    int rc;

    while ((rc = widen(blocks_until + step)) != 0 && step > STEP_LEAST)
        step /= 2;
    return rc;
}

/* The file as it is, with blocks where a copy may lack some. If the disk has none for them,
   the next start asks again. */
static int first_map(void) {
    MDB_envinfo info;
    MDB_stat stat;
    struct stat file;
    uint64_t end;
    int fd, rc = mdb_env_info(env, &info);

    if (rc || (rc = mdb_env_stat(env, &stat)) != 0 || (rc = mdb_env_get_fd(env, &fd)) != 0)
        return rc;
    end = (info.me_last_pgno + 1) * stat.ms_psize;
    if (fstat(fd, &file) == 0 && (uint64_t)file.st_size > end)
        end = (uint64_t)file.st_size;
    blocks_until = 0;
    if (widen(end)) {
        blocks_until = end;
        rc = mdb_env_set_mapsize(env, end);
    }
    if (blocks_until < FIRST_MAP)
        (void)grow(FIRST_MAP - blocks_until);
    return rc;
}

static int open_env(void) {
    int rc = mdb_env_create(&env);

    if (rc)
        return rc;
    if ((rc = mdb_env_set_maxdbs(env, TABLES)) == 0 &&
        (rc = mdb_env_set_mapsize(env, FIRST_MAP)) == 0 &&
        (rc = mdb_env_open(env, option.directory, MDB_NOTLS, 0600)) == 0 && (rc = first_map()) == 0)
        rc = open_tables();
    return rc;
}

static enum opened lmdb_open(void) {
    static bool before;
    enum opened opened;
    int rc;

    if (!env) {
        opened = lock_directory();
        rc = opened == OPEN_DONE ? open_env() : 0;
        if (rc == MDB_VERSION_MISMATCH || rc == MDB_INVALID)
            opened = OPEN_NEVER;
        if (rc == MDB_VERSION_MISMATCH)
            say(LEVEL_ERROR, "lmdb:%s: its format is not %d: another timerd made it",
                option.directory, LMDB_FORMAT);
        else if (rc && failed("open", rc) && opened == OPEN_DONE)
            opened = OPEN_LATER;
        if (opened != OPEN_DONE) {
            lmdb_close();
            return opened;
        }
    }
    engine_own(0, !before);
    before = true;
    return OPEN_DONE;
}

/* ----------------------------------------------------------------------- transactions */

struct job {
    int (*work)(struct work *w, void *of);
    void *of;
    bool reads; /* writes nothing */
};

static int attempt(const struct job *job, bool *committing) {
    struct work w = {NULL, tables, {NULL}, 0, 0, clock_us(false) / 1000};
    uint64_t last;
    int rc = mdb_txn_begin(env, NULL, job->reads ? MDB_RDONLY : 0, &w.txn);

    *committing = false;
    if (rc)
        return rc;
    rc = rows_begin(&w);
    last = w.last;
    w.last = last < count_from ? count_from : last;
    if (rc == 0)
        rc = job->work(&w, job->of);
    if (rc == 0 && w.last != last && !job->reads)
        rc = rows_end(&w);
    tables_leave(&w);
    if (rc || job->reads) {
        mdb_txn_abort(w.txn);
        return rc;
    }
    *committing = true;
    stats.commits++;
    return mdb_txn_commit(w.txn);
}

static bool usable(void) {
    MDB_txn *txn;
    const int rc = mdb_txn_begin(env, NULL, MDB_RDONLY, &txn);

    if (rc == 0)
        mdb_txn_abort(txn);
    return rc == 0;
}

/* An environment that a failed commit has left unusable says so to the next transaction:
   then nobody knows whether the last one was done, and the directory is opened anew. Else
   nothing was done, and if the pages of a dead reader are free now, it is tried again. */
static enum outcome lmdb_do(int (*work)(struct work *, void *), void *of, bool reads) {
    const struct job job = {work, of, reads};
    uint64_t step = STEP / 2;
    bool committing = false;
    int rc;

    if (!env)
        return OUTCOME_REFUSED;
    do {
        while ((rc = attempt(&job, &committing)) == MDB_MAP_FULL)
            if ((rc = grow(step *= 2)) != 0)
                break;
        if (!failed("transaction", rc))
            return OUTCOME_DONE;
        stats.store_errors++;
        if (!usable()) {
            lmdb_close();
            return committing ? OUTCOME_UNSURE : OUTCOME_REFUSED;
        }
    } while (lmdb_forget_dead_readers(env));
    return OUTCOME_REFUSED;
}

/* ------------------------------------------------------------------------ the reserve */

static int space_of(struct work *w, void *of) {
    return lmdb_space(env, w->txn, (struct lmdb_space *)of);
}

/* Has the disk, with `own` bytes that the file has already, the reserve for a time in which
   somebody reads? */
static bool has_pinned_room(int fd, uint64_t own, uint64_t more) {
    struct statvfs disk;

    return fstatvfs(fd, &disk) ||
           own + (uint64_t)disk.f_bavail * disk.f_frsize >= PINNED_RESERVE + more;
}

/* Is the reserve whole with so many bytes more? The file's blocks behind the last page
   count, those that the disk still gives, and the pages that can be used again. */
static bool has_room(uint64_t more) {
    struct lmdb_space space;
    uint64_t end;
    MDB_envinfo info;
    MDB_stat stat;
    int fd;

    if (mdb_env_info(env, &info) || mdb_env_stat(env, &stat) || mdb_env_get_fd(env, &fd))
        return true;
    end = (info.me_last_pgno + 1) * stat.ms_psize;
    if (pinned && !has_pinned_room(fd, end < blocks_until ? blocks_until - end : 0, more))
        return false;
    if (end + RESERVE + more <= blocks_until || widen(end + 2 * RESERVE + more) == 0)
        return true;
    return lmdb_do(space_of, &space, true) == OUTCOME_DONE &&
           end + RESERVE + more <= blocks_until + space.unused;
}

static void look_at_disk(uint64_t more) {
    static uint64_t quiet_until_ms;
    const uint64_t now = clock_us(true) / 1000;

    full = !has_room(more);
    if (full && now >= quiet_until_ms) {
        quiet_until_ms = now + QUIET_MS;
        say(LEVEL_ERROR, "lmdb:%s: the disk is full: ARM is refused", option.directory);
    }
}

/* ---------------------------------------------------------------------- the interface */

struct ops {
    struct op *const *op;
    size_t n;
};

static int do_ops(struct work *w, void *of) {
    const struct ops *ops = (const struct ops *)of;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < ops->n; i++) {
        op_reset(ops->op[i]);
        if (full && ops->op[i]->kind == OP_ARM)
            op_fail(ops->op[i], OUTCOME_REFUSED);
        else if (ops->op[i]->kind != OP_NONE)
            rc = rows_op(w, ops->op[i]);
    }
    return rc;
}

/* LMDB gives its list of free pages to a transaction that only reads. */
static void tell_space(struct op *op) {
    struct lmdb_space space;

    if (lmdb_do(space_of, &space, true) != OUTCOME_DONE)
        return;
    op->counts.file = space.file;
    op->counts.unused = space.unused;
    op->counts.behind = space.behind;
}

static void lmdb_run(struct op *const *op, size_t n) {
    struct ops ops = {op, n};
    bool reads = true;
    uint64_t bytes = 0;
    enum outcome outcome;

    for (size_t i = 0; i < n; i++) {
        const enum op_kind kind = op[i]->kind;

        reads = reads && (kind == OP_NONE || kind == OP_GET || kind == OP_NEXT || kind == OP_LIST ||
                          kind == OP_DEAD || kind == OP_COUNT);
        bytes += kind == OP_ARM ? 2 * (op[i]->payload.size + ID_MOST) : 0;
    }
    if (env && (bytes || full))
        look_at_disk(bytes);
    outcome = lmdb_do(do_ops, &ops, reads);
    for (size_t i = 0; i < n; i++)
        if (outcome != OUTCOME_DONE)
            op_fail(op[i], outcome);
        else if (op[i]->kind == OP_COUNT)
            tell_space(op[i]);
}

struct firing {
    struct timer *const *timers;
    size_t n;
};

static int do_fire(struct work *w, void *of) {
    const struct firing *f = (const struct firing *)of;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < f->n; i++)
        rc = rows_fire(w, f->timers[i]);
    return rc;
}

static bool lmdb_fire(struct timer *const *timers, size_t n) {
    const size_t most = full ? FULL_BATCH : n;

    for (size_t i = 0; i < n; i += most) {
        struct firing f = {timers + i, most < n - i ? most : n - i};

        if (lmdb_do(do_fire, &f, false) != OUTCOME_DONE)
            return false;
    }
    return true;
}

struct loading {
    const struct mark *from;
    uint64_t until;
    size_t *n;
};

static int do_load(struct work *w, void *of) {
    const struct loading *l = (const struct loading *)of;

    return rows_load(w, l->from, l->until, l->n);
}

/* There is one shard. */
static bool lmdb_load(struct part *parts, size_t count, uint64_t until) {
    struct loading l = {parts->from, until, &parts->n};

    (void)count;
    parts->n = parts->most;
    return lmdb_do(do_load, &l, true) == OUTCOME_DONE;
}

static int do_expire(struct work *w, void *of) {
    return rows_expire(w, full ? FULL_BATCH : option.batch, (struct expiry *)of);
}

static bool lmdb_expire(struct expiry *e, size_t count) {
    (void)count;
    return lmdb_do(do_expire, e, false) == OUTCOME_DONE;
}

static unsigned lmdb_shard(struct text id) {
    (void)id;
    return 0;
}

/* Looks for readers: one that died would keep the file growing for ever. */
static bool lmdb_keep(void) {
    if (env) {
        (void)lmdb_forget_dead_readers(env);
        pinned = lmdb_behind(env) > 0;
    }
    return true;
}

static int lmdb_notices_fd(void) { return -1; }

static bool lmdb_notices(void) { return true; }

const struct store store_lmdb = {
    lmdb_open, lmdb_close, lmdb_up,     lmdb_offset_us, lmdb_shard,      lmdb_error,  lmdb_run,
    lmdb_fire, lmdb_load,  lmdb_expire, lmdb_keep,      lmdb_notices_fd, lmdb_notices};
