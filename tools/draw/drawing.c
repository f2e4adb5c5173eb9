/* SPDX-License-Identifier: MIT-0 */
#include "drawing.h"
#include "canvas.h"
#include "words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BIG_COLUMN = 16 }; /* slots of a column in a map of the big wheel */

/* Leaves stand side by side, the lowest level first, as it is the leftmost; the others
   above their children. */
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
        printf(" | %*s #%-2" PRIu64, (int)column - 2, label(text, entry->node),
               (uint64_t)tw__heap4_number(entry));
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
        struct spot *x = &s[id_of(n)];
        const struct tw_node *up;

        memcpy(x->text, tw__rbtree_red(n) ? "r " : "B ", 2);
        label(x->text + 2, n);
        x->up = (size_t)id_of(n);
        for (up = n; tw__rbtree_up(up) != &tree.head; x->depth++) {
            up = tw__rbtree_up(up);
            if (x->depth == 0)
                x->up = (size_t)id_of(up);
        }
    }
    /* neighbours in order never stand side by side: half of it is enough */
    column = tree_column(s, IDS);
    for (n = NULL; (n = tw__rbtree_step(&tree, n, 1)) != NULL; k++)
        s[id_of(n)].at = 2 + k * ((column + 1) / 2) + column / 2;
    draw_tree(s, IDS);
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
    printf("  array    %u levels: %u heads, %u in towers, %u free\n",
           (unsigned)(skiplist.end - skiplist.lane), skiplist.lanes, used,
           (unsigned)(skiplist.end - skiplist.lane) - skiplist.lanes - used);
}

/* "..#..^..": which of 16 slots are occupied; here: the one that is marked. */
static void draw_map(const char *name, const struct tw_node *const *last, size_t here) {
    printf("  %-8s ", name);
    for (size_t i = 0; i < SLOTS; i++)
        putchar(i == here ? (last[i] ? 'X' : '^') : (last[i] ? '#' : '.'));
    printf("\n");
}

/* The nodes of a list that is known by its last one; with the rounds from this position
   on, unless it is NULL. */
static void draw_list(const struct tw_node *last, const tw_tick *position) {
    const struct tw_node *n[IDS];
    const size_t count = list_nodes(last, n);
    char text[LABEL];

    for (size_t i = 0; i < count; i++) {
        printf("  %s", label(text, n[i]));
        if (position && (tw_tick)(n[i]->due - *position) >= SLOTS)
            printf(" +%" PRIu64, (uint64_t)(tw_tick)(n[i]->due - *position) / SLOTS);
    }
    printf("\n");
}

static void draw_ring(const struct ring *r) {
    printf("  slot     0123456789abcdef\n");
    draw_map("map", r->last, r->position % SLOTS);
    printf("  position %" PRIu64 "\n", (uint64_t)r->position);
    for (size_t i = 0; i < SLOTS; i++)
        if (r->last[i]) {
            printf("  slot %zx   least %" PRIu64 ":", i, (uint64_t)r->least[i]);
            draw_list(r->last[i], &r->position);
        }
}

/* The first tick and the last one of a block of 2^shift ticks. */
static void draw_block(tw_tick due, unsigned shift) {
    const uint64_t block = (uint64_t)due >> shift << shift;

    printf("  0x%04" PRIx64 " .. 0x%04" PRIx64 ":", block, block | (((uint64_t)1 << shift) - 1));
}

static const char *earliest_text(char *text, const struct tw_node *first, size_t count) {
    return first ? label(text, first) : count ? "not known" : "none";
}

static void draw_rings(const struct rings *r) {
    char text[LABEL];

    printf("  position 0x%04" PRIx64 "\n  slot     0123456789abcdef\n", (uint64_t)r->position);
    for (unsigned level = RINGS; level-- > 0;) {
        snprintf(text, sizeof text, "level %u", level);
        draw_map(text, r->last + level * SLOTS, (size_t)(r->position >> 4 * level) % SLOTS);
    }
    for (size_t i = 0; i < (size_t)RINGS_SLOTS + r->overflow; i++)
        if (r->last[i]) {
            printf("  %-14s", slot_text(text, i));
            if (i < RINGS_SLOTS && i >= SLOTS)
                draw_block(r->last[i]->due, (unsigned)(4 * (i / SLOTS)));
            draw_list(r->last[i], NULL);
        }
    printf("  earliest        %s\n", earliest_text(text, r->first, set.ops->count(set.in)));
}

/* A half of a level of the big wheel: # where one of 16 slots is occupied. */
static void draw_big_half(unsigned level, unsigned half) {
    const size_t begin = level * BIG_LEVEL + half * BIG_HALF;
    /* beyond the half: not in it */
    const size_t here = tw__bigwheel_at(level, bigwheel.base.position) - begin;

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
    char text[LABEL];

    printf("  position 0x%04" PRIx64 "\n", (uint64_t)bigwheel.base.position);
    for (unsigned level = big_levels(); level-- > 0;)
        for (unsigned half = 0; half < 2; half++)
            draw_big_half(level, half);
    for (size_t i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        if (bigwheel.slot[i]) {
            const unsigned shift = big_sub_shift((unsigned)(i / BIG_LEVEL));

            printf("  %-24s", slot_text(text, i));
            if (shift > 0)
                draw_block(bigwheel.slot[i]->due, shift);
            draw_list(bigwheel.slot[i], NULL);
        }
    printf("  earliest  %s\n", earliest_text(text, bigwheel.base.first, bigwheel.base.count));
}

static void draw_structure(void) {
    struct ring ring;
    struct rings rings;

    if (is_ring(&ring))
        draw_ring(&ring);
    else if (is_rings(&rings))
        draw_rings(&rings);
    else if (chosen->kind == BIGWHEEL)
        draw_bigwheel();
    else if (chosen->kind == HEAP4)
        draw_heap4();
    else if (chosen->kind == RBTREE)
        draw_rbtree();
    else if (chosen->kind == SKIPLIST)
        draw_skiplist();
    else
        draw_sortedlist();
}

void draw(void) {
    char now[LABEL];

    printf("  %s at %s, %zu armed\n", set.ops->name, tick_text(now, tw_timers_now(&set)),
           tw_timers_count(&set));
    draw_structure();
    if (set.clock.due_list) {
        printf("  due list");
        draw_list(set.clock.due_list, NULL);
    }
}
