/* SPDX-License-Identifier: MIT-0 */
/* judge.h - puts timers of yours before the judge: six functions in a struct.

   DO THIS
       1  Write the six functions of struct judge_subject over your timers.
       2  Say what you promise in `claims`. PROTOCOL.md explains each word.
       3  Call judge_main() from main(), and link with core/:
              cc -I products/judge mine.c products/judge/core/(all .c files) -o mine
       4  ./mine prints the card. ./mine --help names the options.

       subjects/list.c is a complete subject. C++ may include this header, too.

   WHAT HAPPENS
       The six functions run in a process of their own, which the judge forks and speaks
       with as PROTOCOL.md says. So a crash or an endless loop of yours is a line on the
       card. `./mine --serve` is that process alone: give it lines, under a debugger if
       you like. Wants a POSIX system.

   A TIMER is known by its number, its id. Ids are small: below JUDGE_IDS. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No id is as large as this. */
enum { JUDGE_IDS = 256 };

/* Members in the order in which C++ must name them, too. A function that your claims do
   not need may be NULL. */
struct judge_subject {
    const char *name;   /* what the card says at its top: a name, and a version */
    const char *claims; /* words, with a blank between two: "fifo next move" */

    /* Makes everything new at tick now: no timer is armed. It is called many times, and
       forgets what was armed before. */
    void (*init)(uint64_t now);

    /* Arms timer id, which is idle, for tick due. False: it was refused. */
    bool (*add)(unsigned id, uint64_t due);

    /* Takes timer id out. False: it was idle. */
    bool (*cancel)(unsigned id);

    /* Moves timer id, which is armed, to tick due. False: it was refused. */
    bool (*move)(unsigned id, uint64_t due);

    /* Writes the earliest deadline to *due. False: no timer is armed. */
    bool (*next)(uint64_t *due);

    /* Moves the clock to now, and calls judge_fired(id) for each timer that fires, in
       that order, max times at most. max is UINT64_MAX if you do not claim `budget`. A
       subject that claims `pops` has no clock: it takes out its first timer, whatever
       now is, and calls judge_fired() once, or never if it is empty. */
    void (*advance)(uint64_t now, uint64_t max);
};

/* Tells the judge that timer id fires now. Call it from advance() alone, as the callback
   of the timer: with the claim `callbacks` it calls add() and cancel() before it
   returns. */
void judge_fired(unsigned id);

/* For a subject that claims `costs`, before judge_main() or judge_serve(): most() returns the
   looks at deadlines that one call took at most since init(). */
void judge_counts(uint64_t (*most)(void));

/* Judges s, or with --serve answers lines. If s is NULL, the arguments name a program to
   judge. Returns the exit status for main(): 0 all promises kept, 1 some broken or
   not seen, 2 misuse or an answer that is none of the protocol. */
int judge_main(int argc, char **argv, const struct judge_subject *s);

/* Answers lines from the standard input until it ends; judge_main() calls it. Returns 0. */
int judge_serve(const struct judge_subject *s);

#ifdef __cplusplus
}
#endif

#endif
