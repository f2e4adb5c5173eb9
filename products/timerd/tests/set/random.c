/* SPDX-License-Identifier: MIT-0 */
/* Random calls on a set and on the model. The process is killed again and again, which is a
   copy of the file as it stands, and the power is cut: what the disk has then must be the
   last commit, or the one that was under way. */
#include "cases.h"
#include "disk.h"
#include "model.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { FULL = TIMERS_MOST - 8 };

static struct tw_durable *d;
static struct model now, stored;
static bool unsure; /* a commit failed: the file has `stored` or `tried` */
static struct model tried;
static uint64_t clock_ms, greatest;
static const char *const files[] = {"random.db", "random2.db"};
static int file;

static void copy_model(struct model *to, const struct model *from) {
    memcpy(to->timer, from->timer, from->n * sizeof from->timer[0]);
    to->n = from->n;
    to->now = from->now;
    to->turn = from->turn;
    to->batch_turn = from->batch_turn;
    to->batch = from->batch;
}

static bool same(const struct tw_durable_timer *t, const struct model_timer *m, bool hands) {
    return m && t->id == m->id && t->due_ms == m->due && t->bytes == m->size &&
           (!hands || t->in_hand == m->in_hand) && memcmp(t->payload, m->payload, m->size) == 0;
}

static bool agree(const struct tw_durable *set, struct model *m, bool hands) {
    const struct tw_durable_timer *t;
    uint64_t id = 0;
    size_t n = 0;

    for (; (t = tw_durable_after(set, id)) != NULL; id = t->id, n++)
        if (!same(t, model_find(m, t->id), hands) || tw_durable_get(set, t->id) != t)
            return false;
    return n == m->n && n == tw_durable_count(set);
}

static uint64_t some_id(void) {
    if (now.n == 0 || draw(10) == 0)
        return draw(2) ? draw(greatest + 2) : 0;
    return now.timer[draw(now.n)].id;
}

static void arm(void) {
    static unsigned char payload[NOTE_MOST + 1];
    const size_t size = draw(20) ? draw(40) : draw(sizeof payload + 1);
    const uint64_t due = draw(50) ? clock_ms - 500 + draw(2000) : UINT64_MAX - draw(3);
    uint64_t id;

    for (size_t i = 0; i < size; i++)
        payload[i] = (unsigned char)draw(256);
    id = now.n < FULL ? tw_durable_arm(d, due, payload, size) : 0;
    if (size > NOTE_MOST)
        check(id == 0, "a payload that is too long is refused");
    else if (now.n < FULL) {
        check(id > greatest, "an id is greater than all before it");
        greatest = id;
        model_arm(&now, id, due, payload, size);
    }
}

static void change(uint64_t what) {
    const uint64_t id = some_id(), due = clock_ms - 500 + draw(2000);
    struct model_timer *const t = model_find(&now, id);

    if (what == 0) {
        check(tw_durable_move(d, id, due) == (t != NULL), "move tells whether there is one");
        if (t)
            model_move(&now, t, due);
        return;
    }
    check((what == 1 ? tw_durable_cancel(d, id) : tw_durable_done(d, id)) ==
              (t && t->in_hand == (what == 2)),
          "cancel and done tell whether there was one");
    if (t && t->in_hand == (what == 2))
        model_remove(&now, t);
}

static void expire(void) {
    const struct tw_durable_timer *t;
    struct model_timer *m;

    clock_ms += draw(3) ? draw(50) : 0;
    if (draw(100) == 0)
        clock_ms -= draw(1000);
    check(tw_durable_wait_ms(d, clock_ms) == model_wait_ms(&now, clock_ms), "wait_ms is exact");
    t = tw_durable_expire(d, clock_ms);
    m = model_expire(&now, clock_ms);
    check((t != NULL) == (m != NULL), "expire gives a timer if one is due");
    check(!t || same(t, m, true), "it is the one that is first");
}

static void check_cut(void) {
    struct tw_durable *const after = open_set("cut.db", clock_ms);
    uint64_t id;

    check(agree(after, &stored, false) || agree(after, &now, false) ||
              (unsure && agree(after, &tried, false)),
          "a power cut leaves a whole commit");
    id = tw_durable_arm(after, 0, NULL, 0);
    check(id > greatest, "an id after a power cut is new");
    check(tw_durable_close(after), "it can be closed");
    unlink("cut.db");
}

/* While nobody knows what the file has, no second commit fails. */
static void commit(void) {
    const uint64_t how = draw(4);
    const unsigned call = how == 1 && !unsure ? 1 + (unsigned)draw(12) : NO_CALL;
    bool done;

    if (how == 0)
        disk_cut(1 + (unsigned)draw(12), "cut.db");
    else
        disk_fail(call, draw(2) ? ENOSPC : EIO);
    done = tw_durable_commit(d);
    check(done == (call == NO_CALL || disk_calls() < call), "a commit fails if a write does");
    if (how == 0 && disk_has_cut())
        check_cut();
    disk_cut(NO_CALL, NULL);
    disk_fail(NO_CALL, 0);
    copy_model(done ? &stored : &tried, &now);
    unsure = !done;
}

/* The old set, which is dead by now, must not write into the copy. */
static void kill_it(void) {
    copy_file(files[file], files[!file]);
    disk_watch(NULL);
    (void)tw_durable_close(d);
    file = !file;
    d = open_set(files[file], clock_ms);
    disk_watch(files[file]);
    if (unsure && agree(d, &tried, false))
        copy_model(&stored, &tried);
    check(agree(d, &stored, false), "a kill leaves the last commit");
    unsure = false;
    copy_model(&now, &stored);
    model_restart(&now, clock_ms);
    copy_model(&stored, &now);
}

static void reopen(void) {
    disk_fail(NO_CALL, 0);
    check(tw_durable_close(d), "close commits");
    d = open_set(files[file], clock_ms);
    model_restart(&now, clock_ms);
    copy_model(&stored, &now);
    unsure = false;
    check(agree(d, &now, true), "a set that is opened again is the same");
}

static void step(void) {
    const uint64_t what = draw(100);

    if (what < 30)
        arm();
    else if (what < 55)
        change(what < 42 ? 0 : what < 45 ? 1 : 2);
    else if (what < 90)
        expire();
    else if (what < 92)
        check(agree(d, &now, true), "the set has what the model has");
    else if (what < 98)
        commit();
    else if (what == 98)
        reopen();
    else
        kill_it();
}

void case_random(unsigned long sequences) {
    static char where[64];

    checking = where;
    for (unsigned long i = 1; i <= sequences; i++) {
        draw_from(i);
        unlink(files[0]);
        unlink(files[1]);
        now.n = stored.n = 0;
        now.batch = unsure = false;
        now.turn = stored.turn = greatest = 0;
        now.now = clock_ms = 1000000;
        file = 0;
        d = open_set(files[0], clock_ms);
        disk_watch(files[0]);
        for (int n = 0; n < 1000; n++) {
            snprintf(where, sizeof where, "sequence %lu, step %d", i, n);
            step();
        }
        disk_watch(NULL);
        check(tw_durable_close(d), "close commits");
    }
}
