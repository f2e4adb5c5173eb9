/* SPDX-License-Identifier: MIT-0 */
/* The file has one table. Key 0 has the row of the file: what it is, its format, and the
   limit of numbers. Each other key is the id of a timer, big-endian, so that ids lie in
   arming order and new rows stand together at the end. Numbers are ids and arming orders.

   Memory is what holds: a commit writes the rows that differ from it. Each write can be
   repeated. So after a commit of which nobody knows whether it came to the disk, the next
   one writes the same and more. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* flock */
#include "tw_durable.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <tw/rbtree.h>
#include <unistd.h>

enum {
    FORMAT = 1,
    NUMBERS = 4096,     /* that are reserved in the file at once */
    STEP = 1 << 20,     /* the file grows by so many bytes at least */
    PAGE_MOST = 65536,  /* a page of LMDB has no more, which is one of the system */
    SLACK = 128 * 1024, /* LMDB's own pages, and those between two commits */
    ROW_COST = 64       /* bytes of a page that a row takes beside its payload, at most */
};

static const char magic[] = "tw_durable timers";

/* The row of key 0. */
struct file_row {
    char magic[24];
    uint64_t format, limit; /* no number at the limit or above it was given */
};

/* What stands before the payload in the row of a timer. */
struct row {
    uint64_t due_ms, order;
};

struct timer {
    struct tw_durable_timer seen; /* the first member */
    uint64_t order;
    struct tw_node due, named;
    struct timer *next_changed;
    bool changed; /* it is in the list of changes */
    bool stored;  /* the file may have a row of it */
    bool gone;
    unsigned char payload[];
};

static bool sooner(const struct timer *a, const struct timer *b) {
    return a->seen.due_ms != b->seen.due_ms ? a->seen.due_ms < b->seen.due_ms : a->order < b->order;
}

static bool older(const struct timer *a, const struct timer *b) { return a->seen.id < b->seen.id; }

TW_RBTREE_OF(dues, struct timer, due, sooner)
TW_RBTREE_OF(names, struct timer, named, older)

struct tw_durable {
    struct dues dues;
    struct names names;
    struct timer *changed, **changed_end;
    uint64_t last, limit; /* the number given last; the file's limit of numbers */
    uint64_t now_ms;
    uint64_t newest; /* the last number when the batch began */
    bool batch;
    size_t used, coming; /* bytes of pages in use; of rows that are not stored yet */
    size_t size;         /* of the file, all of it allocated, and of the map */
    int fd;              /* holds the lock; LMDB has its own */
    MDB_env *env;        /* NULL: to be opened again */
    MDB_dbi table;
    const char *error;
    char path[];
};

/* ---------------------------------------------------------------------------- the file */

static bool failed(struct tw_durable *d, int rc) {
    if (rc)
        d->error = mdb_strerror(rc);
    return rc != 0;
}

static void leave_env(struct tw_durable *d) {
    if (d->env)
        mdb_env_close(d->env);
    d->env = NULL;
}

/* A file that was cut off would end the process by SIGBUS. */
static int check_length(struct tw_durable *d) {
    MDB_envinfo info;
    MDB_stat stat;
    struct stat file;
    int rc = mdb_env_info(d->env, &info);

    if (rc || (rc = mdb_env_stat(d->env, &stat)) != 0)
        return rc;
    if (fstat(d->fd, &file))
        return errno;
    return (info.me_last_pgno + 1) * stat.ms_psize > (uint64_t)file.st_size ? MDB_INVALID : 0;
}

static int open_env(struct tw_durable *d) {
    int rc = mdb_env_create(&d->env);

    if (rc)
        return rc;
    if ((rc = mdb_env_set_mapsize(d->env, d->size)) == 0 &&
        (rc = mdb_env_open(d->env, d->path, MDB_NOSUBDIR, 0600)) == 0 &&
        (rc = check_length(d)) == 0)
        return 0;
    leave_env(d);
    return rc;
}

static size_t whole_steps(size_t size) { return (size + STEP - 1) / STEP * STEP; }

/* Allocates all blocks of the file up to `size`, and maps them. */
static int grow(struct tw_durable *d, size_t size) {
    int rc;

    rc = posix_fallocate(d->fd, 0, (off_t)size);
    if (rc) {
        (void)!ftruncate(d->fd, (off_t)d->size); /* blocks that it got all the same */
        return rc;
    }
    if (d->env && (rc = mdb_env_set_mapsize(d->env, size)) != 0)
        return rc;
    d->size = size;
    return 0;
}

/* Is there room to write each page once again, beside those that the last commit freed? */
static bool has_room(struct tw_durable *d, size_t more) {
    const size_t pages = d->used + d->coming + more, need = 2 * pages + pages / 64 + SLACK;

    if (need <= d->size)
        return true;
    return !failed(d, grow(d, whole_steps(need + need / 4)));
}

/* ------------------------------------------------------------------------- transactions */

static MDB_val value(void *at, size_t size) {
    MDB_val v;

    v.mv_data = at;
    v.mv_size = size;
    return v;
}

static MDB_val key_of(uint64_t id, unsigned char *key) {
    for (int i = 8; i--; id >>= 8)
        key[i] = (unsigned char)(id & 0xff);
    return value(key, 8);
}

static int put_limit(MDB_txn *txn, MDB_dbi table, uint64_t limit) {
    struct file_row row = {{0}, FORMAT, limit};
    unsigned char key[8];
    MDB_val k = key_of(0, key), v = value(&row, sizeof row);

    memcpy(row.magic, magic, sizeof magic);
    return mdb_put(txn, table, &k, &v, 0);
}

static int put_timer(struct tw_durable *d, MDB_txn *txn, struct timer *t) {
    const struct row row = {t->seen.due_ms, t->order};
    unsigned char key[8];
    MDB_val k = key_of(t->seen.id, key), v = value(NULL, sizeof row + t->seen.bytes);
    int rc;

    if (t->gone) {
        rc = t->stored ? mdb_del(txn, d->table, &k, NULL) : 0;
        return rc == MDB_NOTFOUND ? 0 : rc;
    }
    if ((rc = mdb_put(txn, d->table, &k, &v, MDB_RESERVE)) != 0)
        return rc;
    memcpy(v.mv_data, &row, sizeof row);
    if (t->seen.bytes)
        memcpy((char *)v.mv_data + sizeof row, t->payload, t->seen.bytes);
    t->stored = true;
    return 0;
}

/* One transaction: the changes, if they are wanted, and more numbers, if half of them are
   used. LMDB may give an environment up when a commit fails: the next one opens it again. */
static int transact(struct tw_durable *d, bool changes) {
    const uint64_t limit = d->limit - d->last > NUMBERS / 2 ? d->limit : d->last + 1 + NUMBERS;
    MDB_txn *txn;
    MDB_stat stat;
    int rc = d->env ? 0 : open_env(d);

    if (rc)
        return rc;
    if ((rc = mdb_txn_begin(d->env, NULL, 0, &txn)) != 0) {
        leave_env(d);
        return rc;
    }
    rc = mdb_dbi_open(txn, NULL, 0, &d->table);
    for (struct timer *t = changes ? d->changed : NULL; t && rc == 0; t = t->next_changed)
        rc = put_timer(d, txn, t);
    if (rc == 0 && (limit != d->limit || !changes))
        rc = put_limit(txn, d->table, limit);
    if (rc == 0)
        rc = mdb_stat(txn, d->table, &stat);
    if (rc) {
        mdb_txn_abort(txn);
        return rc;
    }
    if ((rc = mdb_txn_commit(txn)) != 0) {
        leave_env(d);
        return rc;
    }
    d->limit = limit;
    d->used = (stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages) * stat.ms_psize;
    return 0;
}

/* A full map grows. If it cannot, pages that a dead reader held are free without it, and
   those that the last commits freed are free after two more. */
static int transact_in_room(struct tw_durable *d, bool changes) {
    int rc = transact(d, changes), dead;

    for (int more = 0; rc == MDB_MAP_FULL && more < 3; more++) {
        (void)mdb_reader_check(d->env, &dead);
        if (grow(d, whole_steps(d->size + d->size / 4)))
            (void)(transact(d, false) || transact(d, false));
        rc = transact(d, changes);
    }
    return rc;
}

static void take_out_of_changes(struct tw_durable *d) {
    for (struct timer *t = d->changed, *next; t; t = next) {
        next = t->next_changed;
        t->changed = false;
        if (t->gone)
            free(t);
    }
    d->changed = NULL;
    d->changed_end = &d->changed;
    d->coming = 0;
}

bool tw_durable_commit(struct tw_durable *d) {
    if (!d->changed)
        return true;
    if (failed(d, transact_in_room(d, true)))
        return false;
    take_out_of_changes(d);
    return true;
}

/* ----------------------------------------------------------------------------- opening */

static struct timer *make(uint64_t id, const void *payload, size_t bytes) {
    struct timer *const t = (struct timer *)calloc(1, sizeof *t + bytes);

    if (!t)
        return NULL;
    t->seen.id = id;
    t->seen.payload = t->payload;
    t->seen.bytes = bytes;
    if (bytes)
        memcpy(t->payload, payload, bytes);
    return t;
}

static int load_timer(struct tw_durable *d, const MDB_val *k, const MDB_val *v) {
    uint64_t id = 0;
    struct row row;
    struct timer *t;

    if (k->mv_size != 8 || v->mv_size < sizeof row ||
        v->mv_size > sizeof row + TW_DURABLE_BYTES_MOST)
        return MDB_CORRUPTED;
    for (int i = 0; i < 8; i++)
        id = id << 8 | ((unsigned char *)k->mv_data)[i];
    memcpy(&row, v->mv_data, sizeof row);
    if (id >= d->limit || row.order >= d->limit || row.order < id)
        return MDB_CORRUPTED;
    t = make(id, (char *)v->mv_data + sizeof row, v->mv_size - sizeof row);
    if (!t)
        return ENOMEM;
    t->seen.due_ms = row.due_ms;
    t->order = row.order;
    t->stored = true;
    (void)names_add(&d->names, t);
    (void)dues_add(&d->dues, t);
    return 0;
}

static int load(struct tw_durable *d, MDB_cursor *c) {
    struct file_row row;
    unsigned char zero[8];
    MDB_val k, v, first = key_of(0, zero);
    int rc = mdb_cursor_get(c, &k, &v, MDB_FIRST);

    if (rc)
        return rc == MDB_NOTFOUND ? MDB_INVALID : rc;
    if (k.mv_size != 8 || memcmp(k.mv_data, first.mv_data, 8) != 0 || v.mv_size < sizeof row)
        return MDB_INVALID;
    memcpy(&row, v.mv_data, sizeof row);
    if (memcmp(row.magic, magic, sizeof magic) != 0)
        return MDB_INVALID;
    if (row.format != FORMAT)
        return MDB_VERSION_MISMATCH;
    d->limit = row.limit;
    while ((rc = mdb_cursor_get(c, &k, &v, MDB_NEXT)) == 0)
        if ((rc = load_timer(d, &k, &v)) != 0)
            return rc;
    return rc == MDB_NOTFOUND ? 0 : rc;
}

static int read_file(struct tw_durable *d) {
    MDB_txn *txn;
    MDB_cursor *c;
    int rc = mdb_txn_begin(d->env, NULL, MDB_RDONLY, &txn);

    if (rc)
        return rc;
    if ((rc = mdb_dbi_open(txn, NULL, 0, &d->table)) == 0 &&
        (rc = mdb_cursor_open(txn, d->table, &c)) == 0) {
        rc = load(d, c);
        mdb_cursor_close(c);
    }
    mdb_txn_abort(txn);
    return rc;
}

/* A new file is there after a power cut only if its folder is written, too. */
static int sync_folder(const char *path) {
    const char *const slash = strrchr(path, '/');
    char *const folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    const int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    const int rc = fd < 0 || fsync(fd) ? errno : 0;

    free(folder);
    if (fd >= 0)
        close(fd);
    return rc;
}

static int make_in(MDB_env *env, const char *path) {
    MDB_txn *txn;
    MDB_dbi table;
    int rc;

    if ((rc = mdb_env_set_mapsize(env, STEP)) != 0 ||
        (rc = mdb_env_open(env, path, MDB_NOSUBDIR | MDB_NOLOCK, 0600)) != 0 ||
        (rc = mdb_txn_begin(env, NULL, 0, &txn)) != 0)
        return rc;
    if ((rc = mdb_dbi_open(txn, NULL, 0, &table)) == 0)
        rc = put_limit(txn, table, 0);
    if (rc == 0)
        return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return rc;
}

/* A file gets its name when it is a whole one. If two make it, one of them is late. */
static int make_file(const char *path) {
    const size_t size = strlen(path) + 32;
    char *const name = (char *)malloc(size);
    MDB_env *env;
    int rc = name ? mdb_env_create(&env) : ENOMEM;

    if (rc == 0) {
        snprintf(name, size, "%s-%ld", path, (long)getpid());
        (void)unlink(name);
        rc = make_in(env, name);
        mdb_env_close(env);
        if (rc == 0 && link(name, path) && errno != EEXIST)
            rc = errno;
        (void)unlink(name);
    }
    free(name);
    return rc;
}

static int lock_file(struct tw_durable *d) {
    struct stat file;
    int rc;

    d->fd = open(d->path, O_RDWR | O_CLOEXEC);
    if (d->fd < 0 && errno == ENOENT) {
        if ((rc = make_file(d->path)) != 0)
            return rc;
        d->fd = open(d->path, O_RDWR | O_CLOEXEC);
    }
    if (d->fd < 0 || fstat(d->fd, &file) || flock(d->fd, LOCK_EX | LOCK_NB))
        return errno;
    d->size = file.st_size < STEP ? STEP : (size_t)(file.st_size - file.st_size % PAGE_MOST);
    return file.st_size ? 0 : MDB_INVALID; /* LMDB would fill an empty one */
}

static int open_file(struct tw_durable *d, uint64_t now_ms) {
    int rc = lock_file(d);

    if (rc || (rc = open_env(d)) != 0 || (rc = read_file(d)) != 0 || (rc = grow(d, d->size)) != 0)
        return rc;
    d->last = d->limit > now_ms * 1000 ? d->limit : now_ms * 1000;
    d->limit = d->last;
    rc = transact_in_room(d, false);
    return rc ? rc : sync_folder(d->path);
}

static void leave(struct tw_durable *d) {
    struct timer *t;

    take_out_of_changes(d);
    while ((t = names_first(&d->names)) != NULL) {
        (void)dues_cancel(&d->dues, t);
        (void)names_cancel(&d->names, t);
        free(t);
    }
    leave_env(d);
    if (d->fd >= 0)
        close(d->fd);
    free(d);
}

struct tw_durable *tw_durable_open(const char *path, uint64_t now_ms, const char **error) {
    struct tw_durable *const d = (struct tw_durable *)calloc(1, sizeof *d + strlen(path) + 1);
    int rc;

    *error = "out of memory";
    if (!d)
        return NULL;
    strcpy(d->path, path);
    d->changed_end = &d->changed;
    d->now_ms = now_ms;
    rc = open_file(d, now_ms);
    if (!rc)
        return d;
    *error = rc == EWOULDBLOCK ? "another set has the file" : mdb_strerror(rc);
    leave(d);
    return NULL;
}

bool tw_durable_close(struct tw_durable *d) {
    const bool done = !d || tw_durable_commit(d);

    if (d)
        leave(d);
    return done;
}

/* ------------------------------------------------------------------------------- timers */

static void note(struct tw_durable *d, struct timer *t) {
    if (t->changed)
        return;
    t->changed = true;
    t->next_changed = NULL;
    *d->changed_end = t;
    d->changed_end = &t->next_changed;
}

static bool has_number(struct tw_durable *d) {
    return d->last + 1 < d->limit || !failed(d, transact_in_room(d, false));
}

static void wait_until(struct tw_durable *d, struct timer *t, uint64_t due_ms) {
    t->seen.due_ms = due_ms > d->now_ms ? due_ms : d->now_ms;
    t->seen.in_hand = false;
    t->order = ++d->last;
    (void)dues_add(&d->dues, t);
    note(d, t);
}

static struct timer *find(const struct tw_durable *d, uint64_t id, bool above) {
    struct timer probe, *t;

    probe.seen.id = above ? id + 1 : id;
    t = probe.seen.id ? names_lower_bound(&d->names, &probe) : NULL;
    return t && (above || t->seen.id == id) ? t : NULL;
}

uint64_t tw_durable_arm(struct tw_durable *d, uint64_t due_ms, const void *payload, size_t bytes) {
    const size_t cost = 2 * (bytes + ROW_COST);
    struct timer *t;

    if (bytes > TW_DURABLE_BYTES_MOST) {
        d->error = "the payload is too long";
        return 0;
    }
    if (!has_room(d, cost) || !has_number(d))
        return 0;
    t = make(d->last + 1, payload, bytes);
    if (!t) {
        d->error = mdb_strerror(ENOMEM);
        return 0;
    }
    wait_until(d, t, due_ms);
    (void)names_add(&d->names, t);
    d->coming += cost;
    return t->seen.id;
}

bool tw_durable_move(struct tw_durable *d, uint64_t id, uint64_t due_ms) {
    struct timer *const t = find(d, id, false);

    if (!t || !has_number(d))
        return false;
    (void)dues_cancel(&d->dues, t);
    wait_until(d, t, due_ms);
    return true;
}

static bool end(struct tw_durable *d, uint64_t id, bool in_hand) {
    struct timer *const t = find(d, id, false);

    if (!t || t->seen.in_hand != in_hand)
        return false;
    (void)dues_cancel(&d->dues, t);
    (void)names_cancel(&d->names, t);
    t->gone = true;
    note(d, t);
    return true;
}

bool tw_durable_cancel(struct tw_durable *d, uint64_t id) { return end(d, id, false); }

bool tw_durable_done(struct tw_durable *d, uint64_t id) { return end(d, id, true); }

const struct tw_durable_timer *tw_durable_expire(struct tw_durable *d, uint64_t now_ms) {
    struct timer *t;

    if (!d->batch) {
        d->now_ms = now_ms;
        d->newest = d->last;
    }
    t = dues_peek(&d->dues);
    d->batch =
        t && (t->seen.due_ms < d->now_ms || (t->seen.due_ms == d->now_ms && t->order <= d->newest));
    if (!d->batch)
        return NULL;
    (void)dues_pop(&d->dues);
    t->seen.in_hand = true;
    return &t->seen;
}

int tw_durable_wait_ms(const struct tw_durable *d, uint64_t now_ms) {
    const struct timer *const t = dues_peek(&d->dues);

    if (!t)
        return -1;
    if (t->seen.due_ms <= now_ms)
        return 0;
    return t->seen.due_ms - now_ms < INT_MAX ? (int)(t->seen.due_ms - now_ms) : INT_MAX;
}

const struct tw_durable_timer *tw_durable_get(const struct tw_durable *d, uint64_t id) {
    const struct timer *const t = find(d, id, false);

    return t ? &t->seen : NULL;
}

const struct tw_durable_timer *tw_durable_after(const struct tw_durable *d, uint64_t id) {
    const struct timer *const t = find(d, id, true);

    return t ? &t->seen : NULL;
}

size_t tw_durable_count(const struct tw_durable *d) { return names_count(&d->names); }

const char *tw_durable_error(const struct tw_durable *d) { return d->error; }
