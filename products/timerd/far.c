/* SPDX-License-Identifier: MIT-0 */
#include "far.h"

enum { STEP_US = 2000, DRIFT_US = 200 };

static int64_t offset_us;
static bool offset_known;

enum opened far_opened(enum opened opened, bool refused, const char *error) {
    static bool told;

    told = told && opened != OPEN_DONE;
    if (opened == OPEN_DONE || !refused)
        return opened;
    if (!told)
        say(LEVEL_ERROR, "%s", error);
    told = true;
    return OPEN_NEVER;
}

int64_t far_offset_us(void) { return offset_us; }

void far_forget_time(void) { offset_known = false; }

/* The answer was true when it was given, a little before it was read: of several the one
   that makes the store's clock the latest is the nearest. The difference follows a slow
   drift back, and a step at once. */
void far_time(int64_t store_us) {
    const int64_t offset = store_us - (int64_t)clock_us(true);

    if (!offset_known || offset > offset_us || offset_us - offset > STEP_US)
        offset_us = offset;
    else
        offset_us -= offset_us - offset < DRIFT_US ? offset_us - offset : DRIFT_US;
    offset_known = true;
}
