/* SPDX-License-Identifier: MIT-0 */
/* tw_draw from within: that it names each invariant that is broken on purpose, and none
   that holds; that steps do what advance does; that undo leads back to every state there
   was; that it goes on after a bad line on a terminal. tw_draw_test CASE;
   random.STRUCTURE FILE: what tw_draw draws goes through FILE. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "diagnose.h"
#include "drawing.h"
#include "undo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tw_draw_main(int argc, char **argv); /* main() of tw_draw, which is compiled by this name */

#define CHECKED(condition) ((condition) ? (void)0 : failed(__LINE__, #condition))

static const char *printed;
static int fired[1 << 16];
static size_t fires;

static void failed(int line, const char *what) {
    fprintf(stderr, "tw_draw_test.c:%d: %s\n", line, what);
    exit(1);
}

static void note(struct tw_node *n, tw_tick now) {
    (void)now;
    fired[fires++ % (1 << 16)] = id_of(n);
}

/* Commands, separated by semicolons. */
static void does(const char *script) {
    char line[LINE];
    enum verb verb;

    while (*script) {
        const size_t n = strcspn(script, ";");

        memcpy(line, script, n);
        line[n] = 0;
        CHECKED(execute(line, &verb));
        script += n + (script[n] == ';');
    }
}

/* An empty set over this structure, and commands. */
static void start(const char *structure, const char *script) {
    CHECKED(choose(structure));
    begin();
    for (size_t i = 0; i < IDS; i++)
        timer[i].fn = note;
    remember();
    changes = 0;
    does(script);
    CHECKED(!unsound());
}

/* What draw prints now. */
static void drawn(char *text, size_t size) {
    CHECKED(freopen(printed, "w+", stdout));
    draw();
    rewind(stdout);
    text[fread(text, 1, size - 1, stdout)] = 0;
    CHECKED(freopen(printed, "w", stdout));
}

/* -------------------------------------------------------------------------- DIAGNOSIS */

static void says(int line, const char *wanted) {
    const char *what = diagnose_structure();

    if (!what)
        what = diagnose_clock(false);
    if (what && strcmp(what, wanted) == 0)
        return;
    fprintf(stderr, "tw_draw_test.c:%d: says '%s', not '%s'\n", line, what ? what : "all is well",
            wanted);
    exit(1);
}

/* The structure after these commands is sound; after the corruption tw_draw says this. */
#define BREAKS(structure, commands, corruption, wanted) \
    do {                                                \
        start(structure, commands);                     \
        corruption;                                     \
        says(__LINE__, wanted);                         \
    } while (0)

static struct tw_heap4_cell *cell(size_t i) { return &cells[i + TW__HEAP4_ROOT]; }

static struct tw_skiplist_level *lowest(int id) {
    return (struct tw_skiplist_level *)timer[id].home;
}

static void test_heap4(void) {
    const char *five = "arm 0 10 1 20 2 20 3 40 4 50 5 60";

    BREAKS("heap4", five, heap.capacity = 5, "count is 6, and capacity 5");
    BREAKS("heap4", five, cell(3)->node = NULL, "cell 6 holds no timer");
    BREAKS("heap4", five, cell(3)->node++, "4@50 is in cell 6, but its home says otherwise");
    BREAKS("heap4", five, timer[3].home++, "3@40 is in cell 6, but its home says otherwise");
    BREAKS("heap4", five, timer[3].due++, "cell 6 has another deadline than its timer 3@41");
    BREAKS("heap4", five, heap.armings--, "5@60 in cell 8 has a number that no arming had so far");
    BREAKS("heap4", five, cell(1)->due = timer[1].due = 9,
           "1@9 in cell 4 is due before its parent 0@10 in cell 3");
    BREAKS(
        "heap4", five, (cell(5)->due = timer[5].due = 20, cell(5)->number = 0),
        "5@20 in cell 8 was armed before its parent 1@20 in cell 4, and is due at the same tick");
    BREAKS("heap4", five, heap.count--, "6 timers say that they wait, and the structure has 5");
}

static void test_rbtree(void) {
    /* black 2 over black 1 and 3, and red 4 below 3 */
    const char *four = "arm 1 10 2 20 3 30 4 40";

    BREAKS("rbtree", four, tree.head.home = 2, "the head has a parent");
    BREAKS("rbtree", four, timer[1].u.child[0] = &tree.head, "a child of 1@10 is no timer");
    BREAKS("rbtree", four, timer[1].home = (uintptr_t)&timer[3],
           "1@10 hangs below 2@20, but its link up leads elsewhere");
    BREAKS("rbtree", four, timer[1].u.child[1] = &timer[2],
           "2@20 hangs below 1@10, but its link up leads elsewhere");
    BREAKS("rbtree", four, timer[2].home |= 1, "the root 2@20 is red");
    BREAKS("rbtree", "arm 1 10 2 20 3 30 4 5", timer[1].home |= 1,
           "4@5 and its parent 1@10 are both red");
    BREAKS("rbtree", four, timer[4].home &= ~(uintptr_t)1,
           "from the root down to 1@10 are 2 black timers, and down to 4@40 3");
    BREAKS("rbtree", four, timer[3].due = 15, "3@15 comes behind 2@20 in order");
    BREAKS("rbtree", four, tree.end[0] = &timer[2],
           "1@10 is the first, but the tree keeps 2@20 as the first");
    BREAKS("rbtree", four, tree.end[1] = NULL,
           "4@40 is the last, but the tree keeps nothing as the last");
    BREAKS("rbtree", four, tree.count = 5, "the tree has 4 timers, but count says 5");
    BREAKS("rbtree", four, tree.count = 3, "the tree has more timers than count says, which is 3");
    BREAKS("rbtree", four, timer[3].u.child[0] = &timer[4], "3@30 comes behind 4@40 in order");
    BREAKS("rbtree", "", tree.end[0] = &timer[1], "the tree is empty, but keeps 1@0 as the first");
}

#define TOWERS "arm 1 10 2 20 3 30 4 40 5 50;tower 2 2;tower 4 1;tower 1 1;tower 1 0"

/* The base of a skip list, and a sorted list. */
static void test_base(void) {
    for (int i = 0; i < 2; i++) {
        const char *list = i ? "skiplist" : "sortedlist",
                   *armed = i ? TOWERS : "arm 1 10 2 20 3 30 4 40 5 50";
        struct tw_sortedlist *base = i ? &skiplist.base : &sortedlist;

        BREAKS(list, armed, base->last = (struct tw_node *)&set,
               "the last of the base is no timer");
        BREAKS(list, armed, timer[3].u.list.next = NULL,
               "in the base, what follows 3@30 is no timer");
        BREAKS(list, armed, timer[3].u.list.next = &timer[5],
               "in the base, 5@50 has 3@30 before it, but its link back leads to 4@40");
        BREAKS(list, armed, timer[1].u.list.prev = &timer[5],
               "in the base, 1@10 has nothing before it, but its link back leads to 5@50");
        BREAKS(list, armed, base->count++, "the base has 5 timers, but count says 6");
        BREAKS(list, armed, timer[3].due = 19, "3@19 comes behind 2@20 in the base");
        BREAKS(list, armed, timer[3].home = 0, "3@30 is in the base, but its home says otherwise");
    }
}

static void test_free_towers(void) {
    const char *five = TOWERS;

    BREAKS("skiplist", five, skiplist.free[0] = NULL, "level 2 is in no tower, and not free");
    BREAKS("skiplist", five, skiplist.free[1] = skiplist.free[0],
           "level 2 is in two towers, or free and in a tower");
    BREAKS("skiplist", five, skiplist.free[0]->next = skiplist.free[0],
           "level 2 is in two towers, or free and in a tower");
    BREAKS("skiplist", five, skiplist.free[0] = skiplist.end,
           "the free towers of 1 levels lead outside of the array");
    BREAKS("skiplist", five, skiplist.free[0] = lowest(2),
           "a free tower of 1 levels belongs to 2@20");
    BREAKS("skiplist", five, skiplist.spare = skiplist.end + 1,
           "the levels that no tower took so far begin outside of the array");
    BREAKS("skiplist", five, skiplist.spare->node = &timer[1],
           "the level behind the last tower is not marked as free");
}

static void test_skiplist(void) {
    const char *five = TOWERS;

    test_base();
    test_free_towers();
    BREAKS("skiplist", five, timer[2].home = (uintptr_t)lowest(4),
           "the tower of 2@20 is not in the array, or belongs to another timer");
    BREAKS("skiplist", five, timer[3].home = (uintptr_t)&set,
           "the tower of 3@30 is not in the array, or belongs to another timer");
    BREAKS("skiplist", five, lanes[0].next = lowest(4),
           "lane 0 passes by 2@20, whose tower reaches it");
    BREAKS("skiplist", five, lanes[1].next = &lanes[1],
           "lane 1 passes by 2@20, whose tower reaches it");
    BREAKS("skiplist", five, lowest(4)->prev = lanes,
           "in lane 0, the link back of 4@40 does not lead to the level before it");
    BREAKS("skiplist", five, lowest(2)->next_due = 41,
           "in lane 0, the level before 4@40 has another key beside its link");
    BREAKS("skiplist", five, lowest(4)->next = lowest(4),
           "lane 0 does not come back to its head behind 4@40");
    BREAKS("skiplist", "", lanes[1].prev = lanes,
           "lane 1 does not come back to its head behind it");
    BREAKS("skiplist", five, timer[4].home = TW__WAITING,
           "lane 0 does not come back to its head behind 2@20");
}

static void test_wheel(void) {
    const char *five = "arm 1 5 2 21 3 6 4 38 5 5"; /* slot 5: 1 2 5; slot 6: 3 4 */

    BREAKS("wheel", five, timer[2].u.list.next = NULL, "in slot 5, what follows 2@21 is no timer");
    BREAKS("wheel", five, timer[2].u.list.prev = NULL,
           "in slot 5, 2@21 has 1@5 before it, but its link back leads to nothing");
    BREAKS("wheel", five, timer[2].home++, "2@21 is in slot 5, but its home says otherwise");
    BREAKS("wheel", five, wheel.word[0] ^= 1u << 5,
           "slot 5 is occupied, but the map says otherwise");
    BREAKS("wheel", five, wheel.word[0] ^= 1u << 10, "slot a is empty, but the map says otherwise");
    BREAKS("wheel", five, slots[5].slot.least = 6, "the bound of slot 5, 6, is a tick of slot 6");
    BREAKS("wheel", five, wheel.position = 21,
           "the bound of slot 5, 5, is before the position, 21");
    BREAKS("wheel", five, timer[2].due = 22, "2@22 is in slot 5");
    BREAKS("wheel", five, slots[6].slot.least = 22, "3@6 is due before the bound of slot 6, 22");
    BREAKS("wheel", five, wheel.passed = &timer[1],
           "1@5 is due at the position or before `nearest`, but the position has passed by it");
    BREAKS("wheel", "arm 2 21 1 5;next", wheel.nearest = 17,
           "2@21 is due at the position or before `nearest`, but the position has passed by it");
    BREAKS("wheel", "arm 2 21 1 5;next", wheel.passed = &timer[3],
           "1@5 is due at the position or before `nearest`, but the position has passed by it");
    BREAKS("wheel", "arm 2 21 1 5;next;cancel 1", wheel.passed = &timer[3],
           "the position has passed by 3@0, which is not in slot 5");
    BREAKS("wheel", five, (wheel.position = 4, wheel.passed = &timer[3]),
           "the position has passed by 3@6 in slot 4, which is empty");
    BREAKS("wheel", five, wheel.count = 4, "the slots have 5 timers, but count says 4");
}

static void test_smallwheel(void) {
    const char *five = "advance 0x1a37;arm 1 0x1a3c 2 0x1a52 3 0x4000 4 0x12345 5 0x1a5e";
    tw_tick *position = &smallwheel.position;
    struct tw_node **first = &smallwheel.first;
    size_t *count = &smallwheel.count;

    BREAKS("smallwheel", five, *position = 0x1a38, "position, 0x1a38, is ahead of the clock");
    BREAKS(
        "smallwheel", five, timer[2].u.list.next = &timer[1],
        "in level 1 slot 5, 1@0x1a3c has 2@0x1a52 before it, but its link back leads to nothing");
    BREAKS("smallwheel", five, timer[4].home--,
           "4@0x12345 is in overflow, but its home says otherwise");
    BREAKS("smallwheel", five, smallwheel.word[0] ^= (uintptr_t)1 << 21,
           "level 1 slot 5 is occupied, but its bit says otherwise");
    BREAKS("smallwheel", five, smallwheel.word[0] ^= (uintptr_t)1 << 32,
           "level 2 slot 0 is empty, but its bit says otherwise");
    BREAKS("smallwheel", five, smallwheel.word[1] ^= 1,
           "overflow is occupied, but its bit says otherwise");
    BREAKS("smallwheel", five, timer[1].due = 0x1a36, "position, 0x1a37, has passed 1@0x1a36");
    BREAKS("smallwheel", five, timer[5].due = 0x1a60,
           "5@0x1a60 is in level 1 slot 5, but its place is level 1 slot 6");
    BREAKS("smallwheel", five, timer[4].due = 0x2345,
           "4@0x2345 is in overflow, but its place is level 3 slot 2");
    BREAKS("smallwheel", five, timer[1].due = 0x11a3c,
           "1@0x11a3c is in level 0 slot c, but its place is overflow");
    BREAKS("smallwheel", five, timer[1].due = 0x1b3c,
           "1@0x1b3c is in level 0 slot c, but its place is level 2 slot b");
    BREAKS("smallwheel", "arm 1 0x10000 2 0x20000", timer[1].due = 0x20001,
           "2@0x20000 comes behind 1@0x20001 in overflow");
    BREAKS("smallwheel", "arm 1 0x50 2 0x55;advance 0x4f", *position = 0x50,
           "position, 0x50, is ahead of the clock");
    BREAKS("smallwheel", five, *count = 6, "the slots have 5 timers, but count says 6");
    BREAKS("smallwheel", five, *first = &timer[2],
           "1@0x1a3c is the earliest, but the wheel keeps 2@0x1a52 as the earliest");
    BREAKS("smallwheel", "arm 1 7 2 7", *first = &timer[2],
           "1@0x0007 is the earliest, but the wheel keeps 2@0x0007 as the earliest");
}

/* 2, 3 and 4 went down at once, below levels 1 and 2; 5 and 6 wait where their digits
   say. */
#define SIX                                                                            \
    "advance 0x1f0;arm 1 0x1f5 2 0x405 3 0x20300;advance 0x1f5;arm 1 0x1ff 4 0x405 5 " \
    "0x803 6 0x40006"

static void test_bigwheel_places(void) {
    const char *six = SIX;
    const char *eleven = "arm 1 0x805 2 0x805 3 0x805 4 0x805 5 0x805 6 0x805 7 0x805 8 0x805 9 "
                         "0x805 10 0x805 11 0x805;advance 0x400";

    BREAKS("bigwheel", six, timer[1].due = 0x1f4, "position, 0x1f5, has passed 1@0x01f4");
    BREAKS("bigwheel", six, timer[5].due = 0xc03,
           "5@0x0c03 is in level 1 half 0 slot 02.0, but its place is level 1 half 0 slot 03.0");
    BREAKS("bigwheel", six, timer[5].due = 0x880,
           "5@0x0880 is in level 1 half 0 slot 02.0, but its place is level 1 half 0 slot 02.1");
    BREAKS("bigwheel", six, timer[2].due = 0xc05,
           "2@0x0c05 is in level 0 half 1 slot 005, but its place is level 1 half 0 slot 03.0");
    BREAKS("bigwheel", six, timer[3].due = 0x60300,
           "3@0x60300 is in level 1 half 1 slot 00.6, but its place is level 2 half 0 slot 03.0");
    BREAKS("bigwheel", six, bigwheel.held[258]++,
           "level 1 half 0 slot 02.0 and the seven behind it have 1 timers, but 2 are counted");
    BREAKS(
        "bigwheel", six, bigwheel.next[1] = 0,
        "the next block of level 1 is in level 1 half 0 slot 01.0, but the wheel has another one");
    BREAKS("bigwheel", eleven, bigwheel.above = 0,
           "timers of the next block are in level 1 half 0 slot 02.0, but level 1 is not marked");
    BREAKS("bigwheel", six, bigwheel.base.count = 7, "the slots have 6 timers, but count says 7");
    BREAKS("bigwheel", six, bigwheel.base.first = &timer[2],
           "1@0x01ff is the earliest, but the wheel keeps 2@0x0405 as the earliest");
    BREAKS("bigwheel", "arm 1 7 2 7", bigwheel.base.first = &timer[2],
           "1@0x0007 is the earliest, but the wheel keeps 2@0x0007 as the earliest");
}

/* next() sorts the list of twelve: 1 to 8 are the older run, 9 to 12 the newer one, and in
   each the last number comes first. */
static void test_bigwheel_runs(void) {
    const char *twelve =
        "arm 1 0x80c 2 0x80b 3 0x80a 4 0x809 5 0x808 6 0x807 7 0x806 8 0x805 9 0x804 10 0x803 11 "
        "0x802 12 0x801 13 0x800;cancel 13;next";

    BREAKS("bigwheel", twelve, timer[11].home += TW__RUN,
           "11@0x0802 is in level 1 half 0 slot 02.0, but its home says otherwise");
    BREAKS("bigwheel", twelve, timer[1].home = timer[9].home,
           "1@0x080c is in level 1 half 0 slot 02.0, but its home says otherwise");
    BREAKS("bigwheel", twelve, timer[2].due = 0x808,
           "2@0x0808 comes behind 3@0x080a in a run of level 1 half 0 slot 02.0");
    BREAKS("bigwheel", twelve, timer[12].u.list.prev = NULL,
           "level 1 half 0 slot 02.0 and the seven behind it have 4 timers, but 12 are counted");
    BREAKS("bigwheel", twelve, timer[12].u.list.prev = (struct tw_node *)&bigwheel,
           "a run of level 1 half 0 slot 02.0 has an end that is no timer");
    BREAKS("bigwheel", twelve, timer[7].u.list.prev = NULL,
           "in level 1 half 0 slot 02.0, 7@0x0806 has 8@0x0805 before it, but its link back "
           "leads to nothing");
    BREAKS("bigwheel", twelve, bigwheel.base.first = &timer[8],
           "12@0x0801 is the earliest, but the wheel keeps 8@0x0805 as the earliest");
}

static void test_bigwheel(void) {
    const char *six = SIX;

    test_bigwheel_places();
    test_bigwheel_runs();
    BREAKS("bigwheel", six, bigwheel.base.position = 0x1f6,
           "position, 0x1f6, is ahead of the clock");
    BREAKS("bigwheel", six, timer[2].u.list.prev = &timer[1],
           "in level 0 half 1 slot 005, 2@0x0405 has nothing before it, but its link back leads "
           "to 1@0x01ff");
    BREAKS("bigwheel", six, timer[3].home--,
           "3@0x20300 is in level 1 half 1 slot 00.6, but its home says otherwise");
    BREAKS("bigwheel", six, (bigwheel.word[7] ^= (uintptr_t)1 << 63, bigwheel.summary[0] ^= 1 << 7),
           "level 0 half 0 slot 1ff is occupied, but its bit says otherwise");
    BREAKS("bigwheel", six, bigwheel.word[32] ^= 1,
           "level 1 half 0 slot 00.0 is empty, but its bit says otherwise");
    BREAKS("bigwheel", six, bigwheel.summary[0] ^= 1 << 16,
           "the bits of level 0 half 1 slot 000 and its neighbours are not all 0, but the "
           "summary says otherwise");
    BREAKS("bigwheel", six, bigwheel.summary[4] ^= 1,
           "the bits of level 8 half 0 slot 00.0 and its neighbours are all 0, but the summary "
           "says otherwise");
}

static void test_clock(void) {
    const char *three = "advance 10;arm 1 5 2 10 3 11 4 30";

    BREAKS("rbtree", three, set.clock.due_list = (struct tw_node *)&set,
           "the last of the due list is no timer");
    BREAKS("rbtree", three, timer[1].home = 0,
           "1@5 is in the due list, but its home says otherwise");
    BREAKS("rbtree", three, timer[1].u.list.next = &timer[1],
           "in the due list, 1@5 has 1@5 before it, but its link back leads to nothing");
    BREAKS("rbtree", three, set.clock.previous = 11,
           "the clock's previous now is ahead of its now");
    BREAKS("rbtree", three, timer[2].due = 12,
           "2@12 is on the due list, but its deadline is ahead");
    BREAKS("rbtree", three, set.clock.until = &timer[3],
           "the batch ends at 3@11, which is not on the due list");
    BREAKS("rbtree", three, set.clock.now = 12, "the clock has passed 3@11, which has not fired");
    BREAKS("rbtree", three, timer[9].home = TW__DUE,
           "3 timers have the home of the due list, which has 2");
    BREAKS("rbtree", three, (timer[9].home = TW__WAITING, timer[9].due = 99),
           "3 timers say that they wait, and the structure has 2");
}

/* ------------------------------------------------------------- STEPS, UNDO, TERMINALS */

static uint32_t dice = 1;

static unsigned any(unsigned n) {
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return dice % n;
}

/* Steps up to tick and no further, then advance, are what advance alone is: the same
   firings, the same drawing. */
static void steps_are_an_advance(tw_tick tick) {
    static char once[1 << 15], stepped[1 << 15];
    const size_t was = changes, from = fires;
    char line[LINE];
    size_t n;

    snprintf(line, sizeof line, "advance %" PRIu64, tick);
    does(line);
    drawn(once, sizeof once);
    n = fires - from;
    CHECKED(n < 1 << 14);
    while (changes > was)
        CHECKED(undo());

    while (tw_timers_count(&set) > 0) {
        const size_t before = fires, before_passed = counted[TW_CASCADE];
        does("step");
        CHECKED(!unsound());
        CHECKED(fires - before <= 1);
        CHECKED(fires > before || counted[TW_CASCADE] > before_passed);
        if (set.clock.now > tick) {
            CHECKED(undo());
            fires = before;
            break;
        }
    }
    does(line);
    drawn(stepped, sizeof stepped);
    CHECKED(fires - from == 2 * n);
    for (size_t i = 0; i < n; i++)
        CHECKED(fired[(from + i) % (1 << 16)] == fired[(from + n + i) % (1 << 16)]);
    if (chosen->kind != BIGWHEEL) /* where it depends on the calls how many have moved ahead */
        CHECKED(strcmp(once, stepped) == 0);
}

/* Writes a random command to line. False: none, but perhaps single steps were compared
   with an advance. */
static bool random_command(char *line, bool compares) {
    const unsigned far[] = {4, 40, 400, 70000};
    const unsigned what = any(20), id = any(IDS), levels = any(LANES + 1);
    const tw_tick tick = set.clock.now + any(far[any(4)]);

    if (what < 9)
        snprintf(line, LINE, "arm %u %" PRIu64, id, tick);
    else if (what < 12)
        snprintf(line, LINE, "cancel %u %u", id, any(IDS));
    else if (what < 14)
        snprintf(line, LINE, "step");
    else if (what < 15)
        snprintf(line, LINE, "next");
    else if (what < 16)
        snprintf(line, LINE, "advance %" PRIu64, set.clock.now + any(20));
    else if (what < 17 && chosen->kind == SKIPLIST && timer[id].home >= TW__WAITING &&
             (!levels || skiplist.free[levels - 1] || skiplist.end - skiplist.spare >= (int)levels))
        snprintf(line, LINE, "tower %u %u", id, levels);
    else if (what < 18 && chosen->kind == SKIPLIST)
        snprintf(line, LINE, "seed %u", any(1000));
    else {
        if (compares)
            steps_are_an_advance(tick);
        return false;
    }
    return true;
}

/* Random commands: every state is sound, and undo leads back to the first. */
static void test_random(const char *structure) {
    static unsigned char first[1 << 19];
    size_t bytes = 0, changed = 0, undone = 0;
    char line[LINE];

    start(structure, "");
    for (struct region *r = regions; r < regions + region_count; bytes += r++->size) {
        CHECKED(bytes + r->size <= sizeof first);
        memcpy(first + bytes, r->at, r->size);
    }
    for (unsigned i = 0; i < 6000; i++) {
        const size_t was = changes;

        if (!random_command(line, i % 8 == 0))
            continue;
        does(line);
        CHECKED(!unsound());
        changed += changes > was;
    }
    CHECKED(changed > 2000);
    while (undo()) {
        CHECKED(!unsound());
        undone++;
    }
    CHECKED(undone >= changed);
    bytes = 0;
    for (struct region *r = regions; r < regions + region_count; bytes += r++->size)
        CHECKED(memcmp(first + bytes, r->at, r->size) == 0);
}

/* A bad line that is typed on a terminal is a message, and the next line counts. */
static void test_terminal(void) {
    static const char wanted[] =
        "> tw_draw: unknown command 'foo'; help lists them\n>   nothing is armed\n> \n";
    char name[] = "tw_draw", *argv[] = {name, NULL}, text[256];
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    int out[2], slave, status;
    size_t n = 0;
    ssize_t got;
    pid_t child;

    CHECKED(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 && pipe(out) == 0);
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    CHECKED(slave >= 0);
    fflush(stdout);
    child = fork();
    CHECKED(child >= 0);
    if (child == 0) {
        dup2(slave, 0), dup2(out[1], 1), dup2(out[1], 2);
        close(out[0]), close(out[1]);
        exit(tw_draw_main(1, argv));
    }
    close(out[1]);
    CHECKED(write(master, "foo\nnext\n\004", 10) == 10);
    while (n < sizeof text - 1 && (got = read(out[0], text + n, sizeof text - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = 0;
    CHECKED(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECKED(strcmp(text, wanted) == 0);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"heap4", test_heap4},           {"rbtree", test_rbtree},
                 {"skiplist", test_skiplist},     {"wheel", test_wheel},
                 {"smallwheel", test_smallwheel}, {"clock", test_clock},
                 {"terminal", test_terminal},     {"bigwheel", test_bigwheel}};

    CHECKED(argc >= 2);
    if (strncmp(argv[1], "random.", 7) == 0) {
        CHECKED(argc == 3);
        printed = argv[2];
        CHECKED(freopen(printed, "w", stdout));
        test_random(argv[1] + 7);
        return 0;
    }
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (strcmp(argv[1], tests[i].name) == 0) {
            tests[i].run();
            return 0;
        }
    failed(__LINE__, "no such test");
}
