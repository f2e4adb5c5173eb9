/* SPDX-License-Identifier: MIT-0 */
/* Draws a structure as text while you arm, move, cancel and let fire by commands; `tw_draw --help` lists them. The
   figures in docs/algorithms are its output. Drawing changes nothing: what a structure puts off until it is asked stays
   put off until `next` or `advance`. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Levels of 4 bits: a digit of the hierarchical wheel is a hexadecimal digit. */
#define TW_TICK_BITS         64
#define TW_HWHEEL_FIRST_BITS 4
#define TW_HWHEEL_UPPER_BITS 4
#define TW_HWHEEL_LEVELS     4

struct tw_node;
static void traced(unsigned event, const struct tw_node *n);

#define TW_TRACE(event, node, tick) traced(event, node)
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "timers.h"

enum {
    IDS = 100,
    CELLS = 21, /* heap4: three full levels */
    LANES_FOR = 32,
    LANES = 2, /* of a skip list for so many */
    SLOTS = 16,
    BIG_HALF = 1024, /* slots of a half of the big wheel's level; a map has a column for 16 */
    BIG_LEVEL = 2 * BIG_HALF,
    BIG_COLUMN = 16,
    LABEL = 40,
    LINE = 1024,
    CANVAS = IDS * LABEL
};

static const char commands[] =
    "  arm ID DUE ...    arms timer ID for tick DUE, or moves it there; more pairs may follow\n"
    "  cancel ID ...     takes timers out\n"
    "  advance TICK      moves the clock, and shows what fires\n"
    "  step              moves the clock no further than to the next event: one timer fires, the timers of one slot\n"
    "                    (hwheel) or block (bigwheel) move down, or the position passes by timers of later rounds "
    "(wheel)\n"
    "  next              the earliest deadline\n"
    "  undo              takes back the last command that changed something; again: the one before\n"
    "  seed N            sets the dice that decide how high towers are (skiplist)\n"
    "  tower ID HEIGHT   gives timer ID a tower of HEIGHT levels, 0 to 2; the dice stay as they are (skiplist)\n"
    "  draw              the structure as it is\n"
    "  check             says so if every invariant holds; if one breaks, any command says which\n"
    "  count             keys compared and links written since the last count or undo\n"
    "  help, quit\n";

static const char usage[] = "usage: tw_draw [--structure NAME] [FILE]\n"
                            "\n"
                            "Draws a timer structure while commands from FILE, or typed ones, change it.\n"
                            "\n"
                            "  --structure NAME  heap4 (the default), rbtree, skiplist, sortedlist, wheel, hwheel or\n"
                            "                    bigwheel\n"
                            "  --help            this text\n"
                            "\n"
                            "Commands, one a line; # begins a comment:\n";

static const char legend[] =
    "\n"
    "ID is 0 to 99. Ticks are 64-bit numbers, decimal or 0x... . 3@250 is timer 3, due at tick 250.\n"
    "\n"
    "  heap4       room for 21; the array has #n, the number of the arming, behind each entry\n"
    "  rbtree      B is a black node, r a red one\n"
    "  skiplist    lanes for 32 timers\n"
    "  sortedlist  the skip list's base alone\n"
    "  wheel       16 slots; +n: n more rounds of the position; in the map # is an occupied slot, ^ the position's\n"
    "  hwheel      4 levels of 16 slots, and the overflow slot; hexadecimal ticks; ^ is the position's digit\n"
    "  bigwheel    the levels in use, each with two halves; a column of the map is 16 slots. slot 05.3 is sub-slot 3 "
    "of\n"
    "              digit 05; at level 0 a slot is a tick. What stands in the half without ^ has moved ahead\n"
    "^ on an occupied slot shows as X.\n"
    "\n"
    "Exit status: 0; 1 if an invariant of the structure breaks; 2 for bad options, for input that cannot be read, for\n"
    "output that cannot be written, and for a bad line. A bad line in FILE or in a pipe ends the run with a message\n"
    "that names the line. A bad line that is typed on a terminal is a message, and the next line counts.\n";

/* -------------------------------------------------------------------------------------------------- THE SETS */

static TW_HEAP4_ARRAY(cells, CELLS);
static TW_SKIPLIST_ARRAY(lanes, LANES_FOR);
static TW_WHEEL_ARRAY(slots, SLOTS);
static struct tw_heap4 heap;
static struct tw_rbtree tree;
static struct tw_skiplist skiplist;
static struct tw_sortedlist sortedlist;
static struct tw_wheel wheel;
static struct tw_hwheel hwheel;
static struct tw_bigwheel bigwheel;

static struct tw_node timer[IDS];
static struct tw_timers set;
static size_t counted[TW_LINK + 1];

static bool is_hwheel(void) { return set.in == &hwheel; }
static bool is_bigwheel(void) { return set.in == &bigwheel; }

/* "250", in text, which has room for LABEL bytes; in digits that show what the structure goes by. */
static char *tick_text(char *text, tw_tick tick) {
    snprintf(text, LABEL, is_hwheel() || is_bigwheel() ? "0x%04" PRIx64 : "%" PRIu64, tick);
    return text;
}

/* "3@250". */
static char *label(char *text, const struct tw_node *n) {
    char due[LABEL];

    snprintf(text, LABEL, "%d@%.21s", (int)(n - timer), tick_text(due, n->due));
    return text;
}

/* The slot of the hierarchical wheel in words, in text, which has room for LABEL bytes. */
static char *slot_text(char *text, size_t slot) {
    if (slot == TW__HWHEEL_SLOTS)
        snprintf(text, LABEL, "overflow");
    else
        snprintf(text, LABEL, "level %u slot %x", (unsigned)(slot / SLOTS), (unsigned)(slot % SLOTS));
    return text;
}

/* The same of the big wheel. */
static char *big_slot_text(char *text, size_t slot) {
    const unsigned level = (unsigned)(slot / BIG_LEVEL), half = (unsigned)(slot / BIG_HALF % 2);
    const unsigned i = (unsigned)(slot % BIG_HALF);

    if (level == 0)
        snprintf(text, LABEL, "level 0 half %u slot %03x", half, i);
    else
        snprintf(text, LABEL, "level %u half %u slot %02x.%u", level, half, i / 8, i % 8);
    return text;
}

/* Counts everything, and shows what would go unseen: nodes that a wheel moves down or passes by. */
static void traced(unsigned event, const struct tw_node *n) {
    char text[LABEL], from[LABEL], to[LABEL];

    counted[event]++;
    if (event != TW_CASCADE)
        return;
    if (is_hwheel())
        printf("  cascade %s: %s -> %s\n", label(text, n), slot_text(from, n->home - TW__WAITING),
               slot_text(to, tw__hwheel_slot(hwheel.base.position, n->due)));
    else if (is_bigwheel())
        printf("  cascade %s: %s -> %s\n", label(text, n), big_slot_text(from, n->home - TW__WAITING),
               big_slot_text(to, tw__bigwheel_at((n->home - TW__WAITING) / BIG_LEVEL - 1, n->due)));
    else
        printf("  passed by %s: a later round\n", label(text, n));
}

static void fire(struct tw_node *n, tw_tick now) {
    char text[LABEL], tick[LABEL];

    printf("  at %s fires %s\n", tick_text(tick, now), label(text, n));
}

#include "diagnose.h"

/* ---------------------------------------------------------------------------------------------------- DRAWING */

/* A line to draw on, and its end. */
static char canvas[2 * CANVAS];

static void canvas_clear(void) { memset(canvas, ' ', sizeof canvas); }

static void canvas_text(size_t at, const char *text) { memcpy(canvas + at, text, strlen(text)); }

/* Prints it without what trails. */
static void canvas_print(const char *trailing) {
    size_t n = sizeof canvas;

    while (n > 0 && strchr(trailing, canvas[n - 1]))
        n--;
    printf("%.*s\n", (int)n, canvas);
}

/* A node of a tree: its text (none: no node), its parent (itself: the root), and where it stands. */
struct spot {
    char text[LABEL + 2];
    size_t up, at;
    unsigned depth;
};

static bool spot_on(const struct spot *s, unsigned depth) { return s->text[0] && s->depth == depth; }

static void draw_tree(const struct spot *s, size_t n) {
    for (unsigned depth = 0;; depth++) {
        bool any = false;

        /* A line from each child to below its parent: . over the child, ' under the parent, + or | where both meet. */
        canvas_clear();
        for (size_t i = 0; i < n; i++)
            if (spot_on(&s[i], depth)) {
                const size_t up = s[s[i].up].at, from = s[i].at < up ? s[i].at : up;

                memset(canvas + from, '-', s[i].at + up - 2 * from + 1);
                any = true;
            }
        if (!any)
            return;
        for (size_t i = 0; i < n; i++)
            if (spot_on(&s[i], depth))
                canvas[s[i].at] = '.';
        for (size_t i = 0; i < n; i++)
            if (spot_on(&s[i], depth)) {
                char *c = canvas + s[s[i].up].at;

                if (*c == '.')
                    *c = c[-1] == '-' || c[1] == '-' ? '+' : '|';
                else if (*c == '-')
                    *c = '\'';
            }
        if (depth > 0)
            canvas_print(" ");

        canvas_clear();
        for (size_t i = 0; i < n; i++)
            if (spot_on(&s[i], depth))
                canvas_text(s[i].at - strlen(s[i].text) / 2, s[i].text);
        canvas_print(" ");
    }
}

/* How wide a column must be for the longest text. */
static size_t tree_column(const struct spot *s, size_t n) {
    size_t width = 0;

    for (size_t i = 0; i < n; i++)
        width = strlen(s[i].text) > width ? strlen(s[i].text) : width;
    return width + 2;
}

/* Leaves stand side by side, the lowest level first, as it is the leftmost; the others above their children. */
static void draw_heap4(void) {
    struct spot s[CELLS];
    const size_t n = heap.count;
    size_t i, column, leaf, lowest = 0, x = 2;

    memset(s, 0, sizeof s);
    for (i = 0; i < n; i++) {
        label(s[i].text, heap.cell[i + TW__HEAP4_ROOT].node);
        s[i].up = i ? (i - 1) / 4 : 0;
        s[i].depth = i ? s[s[i].up].depth + 1 : 0;
        if (s[i].depth > s[lowest].depth)
            lowest = i;
    }
    leaf = n > 1 ? s[n - 1].up + 1 : 0;
    column = tree_column(s, n);
    for (i = lowest; i < n; i++, x += column)
        s[i].at = x + column / 2;
    for (i = leaf; i < lowest; i++, x += column)
        s[i].at = x + column / 2;
    for (i = leaf; i-- > 0;)
        s[i].at = (s[4 * i + 1].at + s[4 * i + 4 < n ? 4 * i + 4 : n - 1].at) / 2;
    draw_tree(s, n);

    for (i = 0; i < n; i++) {
        const struct tw_heap4_cell *entry = &heap.cell[i + TW__HEAP4_ROOT];
        char text[LABEL];

        if (i % 4 == 1 || i == 0)
            printf("%s  cell %2zu", i ? " |\n" : "", i + TW__HEAP4_ROOT);
        printf(" | %*s #%-2" PRIu64, (int)column - 2, label(text, entry->node), (uint64_t)tw__heap4_number(entry));
    }
    if (n)
        printf(" |\n");
}

static void draw_rbtree(void) {
    struct spot s[IDS];
    struct tw_node *n;
    size_t column, k = 0;

    memset(s, 0, sizeof s);
    for (n = NULL; (n = tw__rbtree_step(&tree, n, 1)) != NULL;) {
        struct spot *x = &s[n - timer];
        const struct tw_node *up;

        memcpy(x->text, tw__rbtree_red(n) ? "r " : "B ", 2);
        label(x->text + 2, n);
        x->up = (size_t)(n - timer);
        for (up = n; tw__rbtree_up(up) != &tree.head; x->depth++) {
            up = tw__rbtree_up(up);
            if (x->depth == 0)
                x->up = (size_t)(up - timer);
        }
    }
    column = tree_column(s, IDS); /* neighbours in order never stand side by side: half of it is enough */
    for (n = NULL; (n = tw__rbtree_step(&tree, n, 1)) != NULL; k++)
        s[n - timer].at = 2 + k * ((column + 1) / 2) + column / 2;
    draw_tree(s, IDS);
}

/* How many lanes n stands in. */
static unsigned height(const struct tw_node *n) {
    unsigned levels = 0;

    if (n->home != TW__WAITING)
        while (levels == 0 || ((const struct tw_skiplist_level *)n->home)[levels].node == n)
            levels++;
    return levels;
}

/* The nodes that stand in at least `lane` lanes, each below itself in the lanes above. */
static void draw_lane(const struct tw_sortedlist *list, const char *name, unsigned lane) {
    const struct tw_node *n = NULL;
    size_t column = 0, x = 11;
    char text[LABEL];

    while ((n = tw__sortedlist_each(list, n)) != NULL)
        column = strlen(label(text, n)) > column ? strlen(text) : column;
    column += 4;

    canvas_clear();
    canvas_text(2, name);
    if (lane > 0)
        canvas_text(x, "[ ]");
    for (x += 4; (n = tw__sortedlist_each(list, n)) != NULL; x += column) {
        size_t at = x + column - strlen(label(text, n)) - 1;

        if (lane > 0 && height(n) < lane) {
            memset(canvas + x, '-', column);
            continue;
        }
        if (lane > 0 || x > 15)
            memset(canvas + x, '-', at - x - 1);
        if (lane > 0)
            canvas[at - 2] = '>';
        canvas_text(at, text);
    }
    canvas_print(" -");
}

static void draw_sortedlist(void) { draw_lane(&sortedlist, "base", 0); }

static void draw_skiplist(void) {
    const struct tw_node *n = NULL;
    unsigned lane, used = 0;
    char name[LABEL];

    for (lane = skiplist.lanes; lane > 0; lane--) {
        snprintf(name, sizeof name, "lane %u", lane - 1);
        draw_lane(&skiplist.base, name, lane);
    }
    draw_lane(&skiplist.base, "base", 0);
    while ((n = tw__sortedlist_each(&skiplist.base, n)) != NULL)
        used += height(n);
    printf("  array    %u levels: %u heads, %u in towers, %u free\n", (unsigned)(skiplist.end - skiplist.lane),
           skiplist.lanes, used, (unsigned)(skiplist.end - skiplist.lane) - skiplist.lanes - used);
}

/* "..#..^..": which of 16 slots are occupied; here: the one that is marked. */
static void draw_map(const char *name, struct tw_node *const *last, size_t stride, size_t here) {
    printf("  %-8s ", name);
    for (size_t i = 0; i < SLOTS; i++) {
        const bool occupied = *(struct tw_node *const *)((const char *)last + i * stride) != NULL;

        putchar(i == here ? (occupied ? 'X' : '^') : (occupied ? '#' : '.'));
    }
    printf("\n");
}

/* The nodes of a list that is known by its last one. */
static void draw_list(const struct tw_node *last, bool rounds) {
    const struct tw_node *n = last;
    char text[LABEL];

    if (n)
        do {
            n = n->u.list.next;
            printf("  %s", label(text, n));
            if (rounds && n->due - wheel.position >= SLOTS)
                printf(" +%" PRIu64, (n->due - wheel.position) / SLOTS);
        } while (n != last);
    printf("\n");
}

static void draw_wheel(void) {
    printf("  slot     0123456789abcdef\n");
    draw_map("map", &wheel.cell[0].slot.last, sizeof wheel.cell[0], wheel.position % SLOTS);
    printf("  position %" PRIu64 "\n", wheel.position);
    for (size_t i = 0; i < SLOTS; i++)
        if (wheel.cell[i].slot.last) {
            printf("  slot %zx   least %" PRIu64 ":", i, wheel.cell[i].slot.least);
            draw_list(wheel.cell[i].slot.last, true);
        }
}

static void draw_hwheel(void) {
    char text[LABEL];

    printf("  position 0x%04" PRIx64 "\n  slot     0123456789abcdef\n", hwheel.base.position);
    for (unsigned level = TW_HWHEEL_LEVELS; level-- > 0;) {
        snprintf(text, sizeof text, "level %u", level);
        draw_map(text, hwheel.slot + level * SLOTS, sizeof hwheel.slot[0],
                 hwheel.base.position >> 4 * level & (SLOTS - 1));
    }
    for (size_t i = 0; i <= TW__HWHEEL_SLOTS; i++)
        if (hwheel.slot[i]) {
            const unsigned shift = tw__hwheel_shift(i);
            const tw_tick block = hwheel.slot[i]->due >> shift << shift;

            printf("  %-14s", slot_text(text, i));
            if (i < TW__HWHEEL_SLOTS && i >= SLOTS)
                printf("  0x%04" PRIx64 " .. 0x%04" PRIx64 ":", block, block | (((tw_tick)1 << shift) - 1));
            draw_list(hwheel.slot[i], false);
        }
    printf("  earliest        %s\n", hwheel.base.first   ? label(text, hwheel.base.first)
                                     : hwheel.base.count ? "not known"
                                                         : "none");
}

/* A half of a level of the big wheel: # where one of 16 slots is occupied. */
static void draw_big_half(unsigned level, unsigned half) {
    const size_t begin = level * BIG_LEVEL + half * BIG_HALF;
    const size_t here = tw__bigwheel_at(level, bigwheel.base.position) - begin; /* beyond the half: not in it */

    printf("  level %u half %u  ", level, half);
    for (size_t column = 0; column < BIG_HALF / BIG_COLUMN; column++) {
        bool occupied = false;

        for (size_t i = 0; i < BIG_COLUMN; i++)
            occupied |= bigwheel.slot[begin + column * BIG_COLUMN + i] != NULL;
        putchar(here / BIG_COLUMN == column ? (occupied ? 'X' : '^') : (occupied ? '#' : '.'));
    }
    printf("\n");
}

static void draw_bigwheel(void) {
    unsigned level = 1;
    char text[LABEL];

    for (unsigned i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        if (bigwheel.slot[i] && i / BIG_LEVEL > level)
            level = i / BIG_LEVEL;
    printf("  position 0x%04" PRIx64 "\n", bigwheel.base.position);
    for (level++; level-- > 0;)
        for (unsigned half = 0; half < 2; half++)
            draw_big_half(level, half);
    for (size_t i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        if (bigwheel.slot[i]) {
            const unsigned shift = tw__bigwheel_shift(i / BIG_LEVEL);
            const tw_tick block = bigwheel.slot[i]->due >> shift << shift;

            printf("  %-24s", big_slot_text(text, i));
            if (shift > 0)
                printf("  0x%04" PRIx64 " .. 0x%04" PRIx64 ":", block, block | (((tw_tick)1 << shift) - 1));
            draw_list(bigwheel.slot[i], false);
        }
    printf("  earliest  %s\n", bigwheel.base.first   ? label(text, bigwheel.base.first)
                               : bigwheel.base.count ? "not known"
                                                     : "none");
}

static const char *heap4_broken(void) { return diagnose_heap4(&heap); }
static const char *rbtree_broken(void) { return diagnose_rbtree(&tree); }
static const char *skiplist_broken(void) { return diagnose_skiplist(&skiplist); }
static const char *sortedlist_broken(void) { return diagnose_sortedlist(&sortedlist); }
static const char *wheel_broken(void) { return diagnose_wheel(&wheel); }
static const char *hwheel_broken(void) { return diagnose_hwheel(&hwheel, set.clock.now); }
static const char *bigwheel_broken(void) { return diagnose_bigwheel(&bigwheel, set.clock.now); }

static const struct structure {
    const struct tw_ops *ops;
    void *in, *array;
    size_t n;
    void (*draw)(void);
    const char *(*diagnose)(void);
} structures[] = {
    {&tw_heap4_ops, &heap, cells, CELLS, draw_heap4, heap4_broken},
    {&tw_rbtree_ops, &tree, NULL, 0, draw_rbtree, rbtree_broken},
    {&tw_skiplist_ops, &skiplist, lanes, LANES_FOR, draw_skiplist, skiplist_broken},
    {&tw_sortedlist_ops, &sortedlist, NULL, 0, draw_sortedlist, sortedlist_broken},
    {&tw_wheel_ops, &wheel, slots, SLOTS, draw_wheel, wheel_broken},
    {&tw_hwheel_ops, &hwheel, NULL, 0, draw_hwheel, hwheel_broken},
    {&tw_bigwheel_ops, &bigwheel, NULL, 0, draw_bigwheel, bigwheel_broken},
};
static const struct structure *chosen = structures;

static void draw(void) {
    char now[LABEL];

    printf("  %s at %s, %zu armed\n", set.ops->name, tick_text(now, tw_timers_now(&set)), tw_timers_count(&set));
    chosen->draw();
    if (set.clock.due) {
        printf("  due list");
        draw_list(set.clock.due, false);
    }
}

/* --------------------------------------------------------------------------------------------------- COMMANDS */

/* The line that is read; file is NULL for lines that are typed on a terminal. */
static struct {
    const char *file;
    size_t line;
} at;

/* Says what is wrong and where; false. */
static bool bad(const char *format, ...) {
    va_list args;

    fflush(stdout);
    if (at.file)
        fprintf(stderr, "%s:%zu: ", at.file, at.line);
    else
        fprintf(stderr, "tw_draw: ");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* Decimal or 0x digits only: no sign. text is not empty. */
static bool number(const char *name, const char *text, uint64_t most, uint64_t *value) {
    const unsigned base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
    const char *c = base == 16 ? text + 2 : text;

    if (*c == 0)
        return bad("%s is not a number: '%.40s'", name, text);
    for (*value = 0; *c; c++) {
        const char *digit = strchr("0123456789abcdef", *c);
        const unsigned d = digit ? (unsigned)(digit - "0123456789abcdef") : 16;

        if (d >= base)
            return bad("%s is not a number: '%.40s'", name, text);
        if (d > most || *value > (most - d) / base)
            return bad("%s is above %" PRIu64 ": '%.40s'", name, most, text);
        *value = *value * base + d;
    }
    return true;
}

static bool amid; /* has the clock moved by steps since the last advance? */

/* All that a command can change. */
static struct region {
    void *at;
    size_t size;
    unsigned char *was; /* its bytes before the command */
} regions[] = {
    {cells, sizeof cells, NULL},
    {lanes, sizeof lanes, NULL},
    {slots, sizeof slots, NULL},
    {&heap, sizeof heap, NULL},
    {&tree, sizeof tree, NULL},
    {&skiplist, sizeof skiplist, NULL},
    {&sortedlist, sizeof sortedlist, NULL},
    {&wheel, sizeof wheel, NULL},
    {&hwheel, sizeof hwheel, NULL},
    {&bigwheel, sizeof bigwheel, NULL},
    {timer, sizeof timer, NULL},
    {&amid, sizeof amid, NULL},
    {&set, sizeof set, NULL},
};

/* The bytes that commands changed, and what they were; at is NULL where a command begins. */
struct change {
    unsigned char *at, was;
};

static struct change *change;
static size_t changes, changes_room;

static void *room(void *old, size_t size) {
    void *p = realloc(old, size);

    if (!p) {
        bad("out of memory");
        exit(2);
    }
    return p;
}

static void change_add(unsigned char *place, unsigned char was) {
    if (changes == changes_room) {
        changes_room = 2 * changes_room + 256;
        change = (struct change *)room(change, changes_room * sizeof *change);
    }
    change[changes].at = place;
    change[changes++].was = was;
}

/* After a command: keeps what it changed. A command that changed nothing leaves nothing to undo. */
static void remember(void) {
    bool any = false;

    for (struct region *r = regions; r < regions + sizeof regions / sizeof regions[0]; r++)
        for (size_t i = memcmp(r->at, r->was, r->size) ? 0 : r->size; i < r->size; i++) {
            unsigned char *now = (unsigned char *)r->at + i;

            if (*now == r->was[i])
                continue;
            if (!any)
                change_add(NULL, 0);
            any = true;
            change_add(now, r->was[i]);
            r->was[i] = *now;
        }
}

/* False: nothing is left to undo. */
static bool undo(void) {
    if (changes == 0)
        return false;
    while (change[--changes].at)
        *change[changes].at = change[changes].was;
    for (struct region *r = regions; r < regions + sizeof regions / sizeof regions[0]; r++)
        memcpy(r->was, r->at, r->size);
    memset(counted, 0, sizeof counted);
    return true;
}

/* A new set over the chosen structure, with nothing to undo. */
static void begin(void) {
    for (size_t i = 0; i < IDS; i++)
        tw_node_init(&timer[i], fire);
    tw_timers_init(&set, 0, chosen->ops, chosen->in, chosen->array, chosen->n);
    changes = 0;
    amid = false;
    for (struct region *r = regions; r < regions + sizeof regions / sizeof regions[0]; r++) {
        r->was = (unsigned char *)room(r->was, r->size);
        memcpy(r->was, r->at, r->size);
    }
}

/* Do the timers in the slot of the first one move down before it fires? One alone fires from where it is. */
static bool moves_down(const struct tw_node *first, size_t slot) {
    return slot >= SLOTS && first->u.list.next != first;
}

/* One event, at the tick at which advance() would let it happen. False: none yet, as a wheel may look in vain. */
static bool step_once(void) {
    const size_t passed = counted[TW_CASCADE];
    const struct tw_node *first = NULL;
    tw_tick tick = set.clock.now;
    size_t slot;

    for (size_t i = 0; i < IDS; i++)
        if (timer[i].home >= TW__WAITING && (!first || timer[i].due < first->due))
            first = &timer[i];
    if (first && !set.clock.due) {
        tick = first->due;
        slot = first->home - TW__WAITING;
        if (is_hwheel() && moves_down(first, slot)) {
            tick = tick >> tw__hwheel_shift(slot) << tw__hwheel_shift(slot); /* where their block begins */
            set.clock.now = tick;
            hwheel.base.position = tick;
            tw__hwheel_cascade(&hwheel, slot);
            return true;
        }
        if (is_bigwheel() && !tw__bigwheel_front(&bigwheel, &tick)) {
            set.clock.now = tick;
            tw__bigwheel_enter(&bigwheel, tick);
            return counted[TW_CASCADE] > passed; /* false: all had moved ahead */
        }
        tick = first->due;
        for (slot = 0; set.in == &wheel && slot < SLOTS; slot++)
            if (slots[slot].slot.last && slots[slot].slot.least < tick)
                tick = slots[slot].slot.least;
    }
    return tw_timers_advance_some(&set, tick, 1) > 0 || counted[TW_CASCADE] > passed;
}

static void step(void) {
    const size_t fired = counted[TW_FIRE];
    char tick[LABEL];

    if (tw_timers_count(&set) == 0) {
        printf("  nothing is armed\n");
        return;
    }
    amid = true;
    for (unsigned tries = 2 * SLOTS; tries > 0 && !step_once(); tries--) {
    }
    if (counted[TW_FIRE] == fired)
        printf("  now at %s\n", tick_text(tick, set.clock.now));
}

/* The dice whose next throw gives a tower of this height. */
static uint32_t dice_for(unsigned levels) {
    const uint32_t inverse = 4276115653u; /* of 1664525, modulo 2^32 */

    return ((0x40000000u >> 2 * levels) - 1013904223u) * inverse;
}

/* Arms n anew, and behind it those that stand behind it for the same tick, so that the order stays; each with the tower
   that it had, but n. */
static bool tower(struct tw_node *n, unsigned levels) {
    const uint32_t dice = skiplist.seed;
    const tw_tick due = n->due;
    struct tw_node *equal[IDS];
    unsigned high[IDS];
    size_t count[TW_LINK + 1], equals = 0;
    char text[LABEL];

    if (n->home < TW__WAITING)
        return bad("timer %d does not wait in the list", (int)(n - timer));
    if (levels > 0 && levels != height(n) && !skiplist.free[levels - 1] && skiplist.end - skiplist.unused < (int)levels)
        return bad("%s cannot have %u levels: the array is used up", label(text, n), levels);
    for (; n && n->due == due; n = tw__sortedlist_each(&skiplist.base, n)) {
        high[equals] = equals ? height(n) : levels;
        equal[equals++] = n;
    }
    memcpy(count, counted, sizeof count);
    for (size_t i = 0; i < equals; i++) {
        skiplist.seed = dice_for(high[i]);
        set.ops->remove(set.in, equal[i]); /* update() would leave it where it is, with its tower */
        set.ops->insert(set.in, equal[i], due);
    }
    memcpy(counted, count, sizeof count);
    skiplist.seed = dice;
    return true;
}

/* False after a complaint. */
static bool sound(void) {
    const size_t compared = counted[TW_COMPARE]; /* check() compares too, which does not count */
    const char *what = chosen->diagnose();

    if (!what)
        what = diagnose_clock(&set, amid);
    if (!what && tw_timers_check(&set))
        what = broken("check() names %s, and tw_draw does not know where", tw_timers_check(&set));
    counted[TW_COMPARE] = compared;
    return !what || bad("an invariant of %s does not hold: %s", set.ops->name, what);
}

enum verb { ARM, CANCEL, ADVANCE, STEP, NEXT, UNDO, SEED, TOWER, DRAW, CHECK, COUNT, HELP, QUIT, VERBS };

/* What follows the name: ID, a number up to `most`, more of both. */
static const struct command {
    const char *name;
    bool id;
    const char *value;
    uint64_t most;
    bool more;
} verbs[VERBS] = {
    {"arm", true, "DUE", TW_TICK_MAX, true},
    {"cancel", true, NULL, 0, true},
    {"advance", false, "TICK", TW_TICK_MAX, false},
    {"step", false, NULL, 0, false},
    {"next", false, NULL, 0, false},
    {"undo", false, NULL, 0, false},
    {"seed", false, "N", UINT32_MAX, false},
    {"tower", true, "HEIGHT", LANES, false},
    {"draw", false, NULL, 0, false},
    {"check", false, NULL, 0, false},
    {"count", false, NULL, 0, false},
    {"help", false, NULL, 0, false},
    {"quit", false, NULL, 0, false},
};

/* False after a complaint: then nothing is changed. */
static bool run(enum verb verb, uint64_t id, uint64_t value) {
    char text[LABEL];
    tw_tick due;

    switch (verb) {
    case ARM:
        if (!tw_timers_add(&set, &timer[id], value))
            printf("  %d is refused: the array is full\n", (int)id);
        break;
    case CANCEL:
        if (!tw_timers_cancel(&set, &timer[id]))
            printf("  %d was idle\n", (int)id);
        break;
    case ADVANCE:
        if (value < tw_timers_now(&set))
            printf("  refused: the clock never goes back\n");
        tw_timers_advance(&set, value);
        amid = amid && tw_timers_now(&set) > value;
        break;
    case STEP:
        step();
        break;
    case NEXT:
        if (tw_timers_next(&set, &due))
            printf("  next is %s\n", tick_text(text, due));
        else
            printf("  nothing is armed\n");
        break;
    case UNDO:
        if (!undo())
            printf("  nothing to undo\n");
        break;
    case SEED:
        skiplist.seed = (uint32_t)value;
        break;
    case TOWER:
        return tower(&timer[id], (unsigned)value);
    case DRAW:
        draw();
        break;
    case COUNT:
        printf("  %zu compared, %zu written\n", counted[TW_COMPARE], counted[TW_LINK]);
        memset(counted, 0, sizeof counted);
        break;
    case HELP:
        fputs(commands, stdout);
        break;
    case CHECK: /* which follows every command */
    case QUIT:
    case VERBS:
        break;
    }
    return true;
}

/* Runs what a line says, or nothing of it if something in it is wrong; then false. *verb is QUIT if it says so. */
static bool execute(char *line, enum verb *verb) {
    char *field[LINE / 2];
    size_t n = 0, i;

    *verb = VERBS;
    for (char *s = strtok(line, " \t"); s; s = strtok(NULL, " \t"))
        field[n++] = s;
    if (n == 0)
        return true;
    for (i = 0; i < VERBS; i++)
        if (strcmp(field[0], verbs[i].name) == 0)
            *verb = (enum verb)i;
    if (*verb == VERBS)
        return bad("unknown command '%.40s'; help lists them", field[0]);
    if ((*verb == SEED || *verb == TOWER) && set.in != &skiplist)
        return bad("%s is for a skiplist, not for %s", field[0], set.ops->name);

    /* First all is checked, then all is done. */
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct command *c = &verbs[*verb];

        i = 1;
        do {
            uint64_t id = 0, value = 0;

            if (c->id) {
                if (i == n)
                    return bad("ID is missing");
                if (!number("ID", field[i++], IDS - 1, &id))
                    return false;
            }
            if (c->value) {
                if (i == n)
                    return bad("%s is missing", c->value);
                if (!number(c->value, field[i++], c->most, &value))
                    return false;
            }
            if (pass == 1 && !run(*verb, id, value))
                return false;
        } while (i < n && c->more);
        if (i < n)
            return bad("extra field '%.40s'", field[i]);
    }
    remember();
    return true;
}

/* One line without its end, read through to that end even if it is bad. *more is false at the end of the file. */
static bool read_line(FILE *f, char *line, bool *more) {
    size_t n = 0;
    int c, strange = 0;

    while ((c = getc(f)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            strange = strange ? strange : c + 1;
        if (n < LINE)
            line[n++] = (char)c;
    }
    *more = c != EOF;
    if (c == EOF && ferror(f))
        return bad("cannot be read: %s", strerror(errno));
    if (strange)
        return bad("byte %d is not text", strange - 1);
    if (n == LINE)
        return bad("line is longer than %d bytes", LINE - 1);
    while (n > 0 && strchr(" \t\r", line[n - 1]))
        n--;
    line[n] = 0;
    return true;
}

/* Comments and empty lines as they are, commands behind a mark, so that output is told from input. */
static void echo(const char *line) {
    const char *word = line + strspn(line, " \t");

    printf(*word == 0 || *word == '#' ? "%s\n" : "> %s\n", line);
}

/* Runs all lines; the exit status. */
static int run_all(FILE *f, bool typed) {
    char line[LINE];
    enum verb verb = VERBS;
    bool more = true;

    while (more && verb != QUIT) {
        bool good;

        at.line++;
        if (typed)
            printf("> ");
        fflush(stdout);
        good = read_line(f, line, &more);
        if (good) {
            if (!typed && (more || line[0]))
                echo(line);
            line[strcspn(line, "#")] = 0;
            good = execute(line, &verb);
        }
        if (!good && (at.file || ferror(f)))
            return 2;
        if (typed && !more)
            printf("\n");
        if (!good && !more)
            break;

        if (!sound())
            return 1;
        if (good && verb == CHECK)
            printf("  every invariant holds\n");
    }
    return 0;
}

static bool choose(const char *name) {
    const size_t n = sizeof structures / sizeof structures[0];

    for (chosen = structures; chosen < structures + n; chosen++)
        if (strcmp(chosen->ops->name, name) == 0)
            return true;
    return bad("unknown structure '%s'; see tw_draw --help", name);
}

/* The index of FILE, argc if there is none; 0 after a complaint. */
static int options(int argc, char **argv) {
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--structure") != 0)
            return bad("unknown option '%s'; see tw_draw --help", argv[i]);
        if (i + 1 == argc)
            return bad("--structure needs a name; see tw_draw --help");
        if (!choose(argv[i + 1]))
            return 0;
    }
    return i + 1 < argc ? bad("more than one FILE; see tw_draw --help") : i;
}

static bool written(void) { return (fflush(stdout) == 0 && !ferror(stdout)) || bad("the output cannot be written"); }

int main(int argc, char **argv) {
    const bool typed = isatty(0);
    FILE *f = stdin;
    int i, status;

    for (i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            printf("%s%s%s", usage, commands, legend);
            return written() ? 0 : 2;
        }
    i = options(argc, argv);
    if (i == 0)
        return 2;
    if (i < argc) {
        at.file = argv[i];
        at.line = 1;
        f = fopen(at.file, "rb");
        if (!f)
            return bad("cannot be read: %s", strerror(errno)), 2;
        at.line = 0;
    } else if (!typed) {
        at.file = "<stdin>";
    }

    begin();
    status = run_all(f, !at.file);
    if (f != stdin)
        fclose(f);
    at.file = NULL;
    return written() ? status : 2;
}
