/* SPDX-License-Identifier: MIT-0 */
/* Prints runs.svg: what next() makes of a list of hwheel.h on a 64-bit machine, and what
   timers that are armed afterwards make of it.

       cc -I. docs/algorithms/runs.c -o runs && ./runs >docs/algorithms/runs.svg */
#define TW_IMPLEMENTATION
#include <tw/hwheel.h>

#include <stdio.h>

enum { TIMERS = 14, FIRST = 11, BLOCK = 20480 }; /* all wait in one list of level 2 */

static const tw_tick dues[TIMERS] = {10, 21, 24, 36, 53, 47, 58, 62, 75, 71, 84, 69, 66, 90};
static struct tw_hwheel wheel;
static struct tw_node timers[TIMERS];

static const char style[] =
    "svg{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
    ".paper{fill:#fff}text{fill:#1a2330}.faint{fill:#5a6573}.mid{text-anchor:middle}"
    ".run{fill:none;stroke:#8a96a6;stroke-width:1.4}"
    ".chip{fill:#e9f0fc;stroke:#3566b8;stroke-width:1.4}"
    ".id{font-weight:700}"
    "@media (prefers-color-scheme: dark){.paper{fill:#12171e}text{fill:#e7ebf1}.faint{fill:#9ba6b5}"
    ".run{stroke:#66748a}.chip{fill:#1c2a41;stroke:#7ba7f0}}";

/* Draws the nodes of a run from x on. Returns where the next run begins. */
static int draw_run(const struct tw_node *last, int x, int y) {
    const struct tw_node *n = last->u.list.next;
    const int begin = x;

    for (;; n = n->u.list.next, x += 36) {
        printf("<circle class=\"chip\" cx=\"%d\" cy=\"%d\" r=\"14\"/>"
               "<text class=\"id mid\" x=\"%d\" y=\"%d\">%d</text>\n",
               x + 20, y, x + 20, y + 4, (int)(n->due - BLOCK));
        if (n == last)
            break;
    }
    if (last->home >= TW__RUN)
        printf("<rect class=\"run\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"36\" rx=\"18\"/>"
               "<text class=\"faint\" x=\"%d\" y=\"%d\">rank %d</text>\n",
               begin + 2, y - 18, x + 36 - begin, begin + 8, y + 32,
               (int)(last->home / TW__RUN) - 1);
    return x + 48;
}

/* Draws the list, the oldest run first. */
static void draw_list(int y, const char *what) {
    const struct tw_node *run[TIMERS], *last = wheel.slot[timers[1].home % TW__RUN - TW__WAITING];
    int runs = 0, x = 18;

    printf("<text x=\"20\" y=\"%d\">%s</text>\n", y - 28, what);
    for (; last; last = last->u.list.next->u.list.prev)
        run[runs++] = last;
    while (runs > 0)
        x = draw_run(run[--runs], x, y);
}

/* Arms timers for the block, from number i on. */
static void arm(size_t i, size_t end) {
    for (; i < end; i++)
        tw_hwheel_add(&wheel, &timers[i], BLOCK + dues[i]);
}

int main(void) {
    tw_tick due;

    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 456\" width=\"700\" "
           "height=\"456\" role=\"img\"><title>The runs of a list of hwheel</title>\n"
           "<style>%s</style><rect class=\"paper\" width=\"700\" height=\"456\"/>\n",
           style);
    tw_hwheel_init(&wheel, 0, NULL, 0);
    arm(0, FIRST);
    draw_list(52, "Eleven timers, in arming order:");
    tw_hwheel_cancel(&wheel, &timers[0]);
    tw_hwheel_next(&wheel, &due);
    draw_list(140,
              "10 leaves, and next() sorts the list. 47 and 71 came before their predecessors:");
    arm(FIRST, FIRST + 1);
    draw_list(228, "69 comes before the end of the newest run. It makes one run with 71 and 84, "
                   "and then with the older run:");
    arm(FIRST + 1, FIRST + 2);
    draw_list(316, "66 comes before the end, too. No other run has rank 0:");
    arm(FIRST + 2, TIMERS);
    draw_list(404, "90 goes to the end of the newest run:");
    printf("</svg>\n");
    return 0;
}
