/* SPDX-License-Identifier: MIT-0 */
/* commands.h - runs the commands. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "words.h"

enum verb {
    ARM,
    CANCEL,
    ADVANCE,
    STEP,
    NEXT,
    UNDO,
    SEED,
    TOWER,
    DRAW,
    CHECK,
    COUNT,
    HELP,
    QUIT,
    VERBS
};

/* What they are, a line each. */
extern const char commands[];

/* Runs what a line without its comment says, or nothing of it if something in it is
   wrong; then false, after a complaint. The line is cut into words. *verb is what it
   says, VERBS if nothing. */
bool execute(char *line, enum verb *verb);

/* The invariant that does not hold, in a sentence; NULL: all hold. To be asked after each
   command. */
const char *unsound(void);

#endif
