/* SPDX-License-Identifier: MIT-0 */
/* Prints table.svg: what table.h does with seven timers of one slot on a 64-bit machine. The
   lists, the tree and the ticks are read out of the table.

       cc -I. docs/algorithms/table.c -o table && ./table >docs/algorithms/table.svg */
#define TW_IMPLEMENTATION
#include <tw/table.h>

#include <stdio.h>
#include <stdlib.h>

enum { TIMERS = 8, BLOCK = 1280, HEIGHT = 666 }; /* timer 0 is not armed */

static const tw_tick dues[TIMERS] = {0, 1300, 1290, 1330, 1300, 1395, 1310, 1400};
static struct tw_table *t;

static const char style[] =
    "svg{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
    ".paper{fill:#fff}text{fill:#1a2330}.mid{text-anchor:middle}.faint{fill:#5a6573}"
    ".slot{fill:none;stroke:#8a96a6;stroke-width:1.4}.link{stroke:#8a96a6;stroke-width:1.4}"
    ".chip{fill:#e9f0fc;stroke:#3566b8;stroke-width:1.4}"
    ".stale{fill:none;stroke:#8a96a6;stroke-width:1.4;stroke-dasharray:3 3}"
    ".id{font-weight:700}.due{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;fill:#5a6573}"
    "@media (prefers-color-scheme: dark){.paper{fill:#12171e}text{fill:#e7ebf1}"
    ".faint,.due{fill:#9ba6b5}.slot,.link{stroke:#66748a}.stale{stroke:#66748a}"
    ".chip{fill:#1c2a41;stroke:#7ba7f0}}";

/* Draws a timer with its deadline. It is stale if it waits where its deadline no longer
   belongs, or is cancelled. */
static void draw_timer(uint32_t id, double x, double y) {
    const struct tw_table_timer *const e = tw__table_timer(t, id);
    const size_t slot = tw__table_place(e) - 1;
    const bool armed = tw__table_arming(e) != 0;
    const bool stale = !armed || tw__table_slot(t->position, e->due) != slot;

    printf("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"14\"/>"
           "<text class=\"id mid\" x=\"%.1f\" y=\"%.1f\">%u</text>",
           stale ? "stale" : "chip", x, y, x, y + 4, id - 1);
    if (armed)
        printf("<text class=\"due mid\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", x, y + 28,
               (unsigned)e->due);
    else
        printf("<text class=\"faint mid\" x=\"%.1f\" y=\"%.1f\">no</text>\n", x, y + 28);
}

/* Draws the frame of a slot, with its ticks, and returns the middle of the first timer. */
static double draw_slot(size_t slot, unsigned timers, double x, double y, double height) {
    const unsigned begin = (unsigned)tw__table_begin(t, slot);
    const unsigned ticks = 1u << tw__table_width(slot);

    printf("<rect class=\"slot\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"10\"/>"
           "<text class=\"faint\" x=\"%.1f\" y=\"%.1f\">",
           x, y, 52.0 * timers + 8, height, x + 2, y + height + 15);
    if (ticks == 1)
        printf("tick %u</text>\n", begin);
    else
        printf("ticks %u .. %u</text>\n", begin, begin + ticks - 1);
    return x + 30;
}

/* Draws the list of a slot, and returns where the next slot can stand. */
static double draw_list(size_t slot, double x, double y) {
    const uint32_t last = t->slot[slot];
    uint32_t id = last;
    unsigned n = 0, k;

    do {
        id = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        n++;
    } while (id != last);
    draw_slot(slot, n, x, y, 56);
    for (k = 0; k < n; k++) {
        id = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        draw_timer(id, x + 30 + 52 * k, y + 20);
    }
    return x + 52 * n + 22;
}

/* Draws a timer of a tree and those below it. bit is the one that parts them. */
static void draw_tree(uint32_t id, unsigned bit, double x, double y, double wide) {
    unsigned side;

    for (side = 0; side < 2; side++) {
        const uint32_t below = tw__table_timer(t, id)->link[side];
        const double to = side ? x + wide : x - wide;

        if (!below)
            continue;
        printf("<line class=\"link\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
               "<text class=\"faint mid\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
               x, y + 32, to, y + 52, (x + to) / 2 + (side ? 16 : -16), y + 46, side);
        draw_tree(below, bit + 1, to, y + 66, wide / 2);
    }
    draw_timer(id, x, y);
}

static void title(double y, const char *text) {
    printf("<text x=\"20\" y=\"%.0f\">%s</text>\n", y, text);
}

/* Draws each occupied slot of level 0 from x on. */
static void draw_level_0(double x, double y) {
    size_t slot;

    for (slot = 0; slot < TW__TABLE_FIRST; slot++)
        if (t->slot[slot])
            x = draw_list(slot, x, y);
}

int main(void) {
    const size_t slot = tw__table_slot(0, BLOCK);
    uint32_t i, none;
    tw_tick due, now;

    t = (struct tw_table *)malloc(tw_table_bytes(TIMERS));
    if (!t)
        return 1;
    tw_table_init(t, 0, TIMERS);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 %d\" width=\"700\" "
           "height=\"%d\" role=\"img\"><title>A slot of table.h in four moments</title>\n"
           "<style>%s</style>\n<rect class=\"paper\" width=\"700\" height=\"%d\"/>\n",
           HEIGHT, HEIGHT, style, HEIGHT);
    for (i = 1; i < TIMERS; i++)
        tw_table_add(t, i, dues[i]);
    title(24, "Tick 0: seven timers in a slot of level 1, in arming order.");
    draw_list(slot, 20, 36);
    tw_table_add(t, 7, 9000);
    tw_table_add(t, 2, 1380);
    tw_table_cancel(t, 3);
    title(140, "7 moves to 9000, 2 moves to 1380, and 3 is cancelled: the list stays as it is.");
    draw_list(slot, 20, 152);
    tw_table_next(t, &due);
    title(256, "next() asks. The slot becomes a tree, 7 goes where 9000 belongs, and 3 leaves.");
    draw_tree(t->slot[slot], 0, draw_slot(slot, 6, 20, 268, 196) + 126, 290, 74);
    draw_list(tw__table_slot(0, 9000), 380, 268);
    for (now = 1; now <= 514; now++)
        (void)tw_table_expire_some(t, now, &none, 1);
    title(510,
          "Tick 514: the block of the slot is the next one, and each tick has moved one timer.");
    draw_list(tw__table_slot(0, 9000), 590, 522);
    draw_level_0(20, 522);
    if (t->slot[slot])
        draw_tree(t->slot[slot], 0, draw_slot(slot, 4, 360, 522, 122) + 74, 542, 54);
    puts("</svg>");
    return tw_table_check(t) != NULL || due != 1300;
}
