/* SPDX-License-Identifier: MIT-0 */
/* Prints hwheel.svg: where hwheel.h puts five timers on a 64-bit machine. Each ring has as
   many slots as in the wheel.

       cc -I. docs/algorithms/hwheel.c -o hwheel && ./hwheel >docs/algorithms/hwheel.svg */
#define TW_IMPLEMENTATION
#include <tw/hwheel.h>

#include <math.h>
#include <stdio.h>

enum { TIMERS = 5, RINGS = 3, POSITION = 6711 };

/* A ring of the picture: its middle and its radii. The finest one stands at the right, as
   the last digit of a number. */
struct ring {
    double x, y, inner, outer;
};
static const struct ring rings[RINGS] = {
    {560, 160, 96, 116}, {325, 160, 56, 76}, {120, 160, 56, 76}};

static const tw_tick dues[TIMERS] = {6738, 7200, 7203, 20000, 66711};
static struct tw_hwheel wheel;
static struct tw_node timers[TIMERS];

static const char style[] =
    "svg{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
    ".paper{fill:#fff}text{fill:#1a2330}.faint{fill:#5a6573}.mid{text-anchor:middle}"
    ".slots{fill:none;stroke:#f1f3f6}.held{fill:none;stroke:#d3e1f8}.here{fill:none;stroke:#ffe9a3}"
    ".mark{stroke:#3566b8;stroke-width:2.4}.lead{stroke:#c3cad4}"
    ".hand line{stroke:#8a6400;stroke-width:2.6;stroke-linecap:round}"
    ".hand path,.hand circle{fill:#8a6400}"
    ".chip{fill:#e9f0fc;stroke:#3566b8;stroke-width:1.4}.id{font-weight:700}"
    ".due{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;fill:#5a6573}"
    "@media (prefers-color-scheme: dark){.paper{fill:#12171e}text{fill:#e7ebf1}"
    ".faint,.due{fill:#9ba6b5}.slots{stroke:#1b222c}.held{stroke:#24406b}.here{stroke:#4a3d10}"
    ".mark{stroke:#7ba7f0}.lead{stroke:#3a4452}"
    ".hand line{stroke:#e8bd4d}.hand path,.hand circle{fill:#e8bd4d}"
    ".chip{fill:#1c2a41;stroke:#7ba7f0}}";

static size_t slot_of(const struct tw_node *n) { return n->home - TW__WAITING; }

static size_t level_of(size_t slot) {
    return slot < TW__HWHEEL_FIRST ? 0 : 1 + (slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER;
}

/* The number of lists of a level, and where a slot stands among them. */
static size_t lists(size_t level) {
    return level == 0 ? (size_t)TW__HWHEEL_FIRST : (size_t)TW__HWHEEL_UPPER;
}

static size_t list_of(size_t slot) {
    return slot < TW__HWHEEL_FIRST ? slot : (slot - TW__HWHEEL_FIRST) % TW__HWHEEL_UPPER;
}

static unsigned subs(size_t level) { return level == 0 ? 1 : TW__HWHEEL_SUBS; }

/* The ticks of a slot of this level, as a power of two. */
static unsigned shift(size_t level) {
    return tw__hwheel_shift(level == 0 ? 0 : TW__HWHEEL_FIRST + (level - 1) * TW__HWHEEL_UPPER);
}

/* Draws the mark of a list across the ring, at a part of it. */
static void draw_mark(const struct ring *r, double part) {
    const double angle = part * 2 * acos(-1);

    printf("<line class=\"mark\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
           r->x + r->inner * sin(angle), r->y - r->inner * cos(angle), r->x + r->outer * sin(angle),
           r->y - r->outer * cos(angle));
}

/* Draws `shown` of the ring's slots, beginning at `slot`, each as wide as it is. */
static void arcs(const struct ring *r, size_t level, const char *name, size_t slot) {
    const size_t slots = lists(level) / subs(level);
    const double gap = level == 0 ? 0.3 : 0.08;
    const bool all = slot == slots;

    printf(
        "<circle class=\"%s\" cx=\"%g\" cy=\"%g\" r=\"%g\" stroke-width=\"%g\" pathLength=\"%zu\" "
        "stroke-dasharray=\"%g %g\" stroke-dashoffset=\"%g\" transform=\"rotate(-90 %g %g)\"/>\n",
        name, r->x, r->y, (r->inner + r->outer) / 2, r->outer - r->inner, slots, 1 - gap,
        all ? gap : (double)slots - 1 + gap, all ? -gap / 2 : -(double)slot - gap / 2, r->x, r->y);
}

/* Draws the position's hand, which points at a part of the ring. */
static void draw_hand(const struct ring *r, double part) {
    const double tip = 4 - r->inner;

    printf(
        "<g class=\"hand\" transform=\"translate(%g %g) rotate(%.1f)\"><line y1=\"8\" y2=\"%g\"/>"
        "<path d=\"M-4 %gL0 %gL4 %gZ\"/><circle r=\"3.5\"/></g>\n",
        r->x, r->y, 360 * part, tip + 7, tip + 9, tip, tip + 9);
}

static void draw_timer(size_t i, size_t before) {
    const size_t slot = slot_of(&timers[i]), level = level_of(slot);
    const struct ring *r = &rings[level];
    const double part = ((double)list_of(slot) + 0.5) / (double)lists(level);
    const double far = part + 0.06 * (double)before, angle = far * 2 * acos(-1);
    const double x = r->x + (r->outer + 22) * sin(angle), y = r->y - (r->outer + 22) * cos(angle);

    draw_mark(r, part);
    printf("<line class=\"lead\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
           r->x + r->outer * sin(part * 2 * acos(-1)), r->y - r->outer * cos(part * 2 * acos(-1)),
           x, y);
    printf("<circle class=\"chip\" cx=\"%.1f\" cy=\"%.1f\" r=\"11\"/>"
           "<text class=\"id mid\" x=\"%.1f\" y=\"%.1f\">%zu</text>\n",
           x, y, x, y + 4, i + 1);
}

static void draw_ring(size_t level) {
    const struct ring *r = &rings[level];
    const size_t slots = lists(level) / subs(level);
    const size_t here = (size_t)(wheel.base.position >> shift(level)) % slots;

    arcs(r, level, "slots", slots);
    for (size_t i = 0; i < TIMERS; i++)
        if (level_of(slot_of(&timers[i])) == level)
            arcs(r, level, "held", list_of(slot_of(&timers[i])) / subs(level));
    arcs(r, level, "here", here);
    draw_hand(r, ((double)here + 0.5) / (double)slots);
    printf("<text class=\"id mid\" x=\"%g\" y=\"20\">level %zu</text>\n"
           "<text class=\"faint mid\" x=\"%g\" y=\"312\">%zu slots of %u %s</text>\n",
           r->x, level, r->x, slots, 1u << shift(level), level == 0 ? "tick" : "ticks");
    for (size_t i = 0, before = 0; i < TIMERS; i++)
        if (level_of(slot_of(&timers[i])) == level)
            draw_timer(i, before++);
}

/* A row for each timer: its slot, the ticks of the slot, and its deadline. */
static void draw_rows(void) {
    for (size_t i = 0; i < TIMERS; i++) {
        const size_t slot = slot_of(&timers[i]), level = level_of(slot);
        const unsigned long long block = timers[i].due >> shift(level);
        const size_t y = 328 + 42 * i;

        printf("<text class=\"faint\" x=\"20\" y=\"%zu\">level %zu slot %zu", y + 16, level,
               list_of(slot) / subs(level));
        if (level > 0)
            printf(", list %zu of %d</text><text class=\"faint\" x=\"20\" y=\"%zu\">%llu .. %llu",
                   list_of(slot) % subs(level), TW__HWHEEL_SUBS, y + 30, block << shift(level),
                   ((block + 1) << shift(level)) - 1);
        printf("</text>\n<rect class=\"chip\" x=\"230\" y=\"%zu\" width=\"54\" height=\"34\" "
               "rx=\"8\"/>"
               "<text class=\"id mid\" x=\"257\" y=\"%zu\">%zu</text>"
               "<text class=\"due mid\" x=\"257\" y=\"%zu\">%llu</text>\n",
               y + 4, y + 19, i + 1, y + 33, (unsigned long long)timers[i].due);
    }
}

int main(void) {
    tw_hwheel_init(&wheel, POSITION, NULL, 0);
    for (size_t i = 0; i < TIMERS; i++)
        tw_hwheel_add(&wheel, &timers[i], dues[i]);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 548\" width=\"700\" "
           "height=\"548\" role=\"img\"><title>hwheel at position %d, with %d timers</title>\n"
           "<style>%s</style>\n<rect class=\"paper\" width=\"700\" height=\"548\"/>\n",
           POSITION, TIMERS, style);
    for (size_t level = RINGS; level-- > 0;)
        draw_ring(level);
    draw_rows();
    puts("</svg>");
    return tw_hwheel_check(&wheel) != NULL;
}
