/* SPDX-License-Identifier: MIT-0 */
/* front.h - who shows what the core does: as text, or as JSON. */
#ifndef FRONT_H
#define FRONT_H

#include "events.h"

struct front {
    void (*say)(const char *text);    /* a line, without its end */
    void (*bad)(const char *message); /* the line that is run is wrong */
    void (*event)(const struct event *e);
    void (*draw)(void); /* the command draw */
};
extern const struct front *front;

#endif
