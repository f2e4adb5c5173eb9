/* SPDX-License-Identifier: MIT-0 */
/* undo.h - keeps what each command changes, byte by byte, so that it can be taken
   back. */
#ifndef UNDO_H
#define UNDO_H

#include "sets.h"

/* All that a command can change. */
struct region {
    void *at;
    size_t size;
    unsigned char *was; /* its bytes before the command */
};
extern struct region regions[];
extern const size_t region_count;

extern size_t changes; /* bytes and commands that are kept; 0: nothing is left to undo */

/* A new set has nothing to undo. */
void undo_begin(void);

/* After a command: keeps what it changed. A command that changed nothing leaves nothing
   to undo. */
void remember(void);

/* Takes back the last command that changed something. False: nothing is left to undo. */
bool undo(void);

#endif
