/* SPDX-License-Identifier: MIT-0 */
/* Connections that are dropped after 10 s without a beat, in ticks of 10 ms.

   What it teaches: with wheel.h a beat is one move, and only who is late is looked at.
   take() gives the objects themselves, so no callback is needed.

       idlers       prints who is gone, and when */
#include <tw/wheel.h>
#include <stdio.h>

enum { SECOND = 100, PATIENCE = 10 * SECOND };

struct conn {
    const char *name;
    tw_tick last_beat; /* the client dies after it */
    struct tw_node idle;
};

TW_WHEEL_OF(idlers, struct conn, idle)

static TW_WHEEL_ARRAY(slots, 1024);

int main(void) {
    static struct conn conns[] = {{.name = "ann", .last_beat = 35 * SECOND},
                                  {.name = "bob", .last_beat = 5 * SECOND},
                                  {.name = "cay", .last_beat = 35 * SECOND}};
    struct idlers w;
    struct conn *late;
    tw_tick now, i;

    idlers_init(&w, 0, slots, 1024);
    for (now = 0; now == 0 || idlers_count(&w) > 0; now++) {
        if (now % (5 * SECOND) == 0) /* each client beats every 5 s */
            for (i = 0; i < 3; i++)
                if (now <= conns[i].last_beat)
                    /* the first time arms, each other moves */
                    idlers_add(&w, &conns[i], now + PATIENCE);

        while ((late = idlers_take(&w, now)) != NULL)
            if (printf("%d s: %s is gone\n", (int)(now / SECOND), late->name) < 0)
                return 1;
    }
    return 0;
}
