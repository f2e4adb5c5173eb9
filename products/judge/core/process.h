/* SPDX-License-Identifier: MIT-0 */
/* process.h - the subject as a process, and lines to and from it. */
#ifndef JUDGE_PROCESS_H
#define JUDGE_PROCESS_H

#include "judge.h"
#include <stdio.h>
#include <sys/types.h>

struct process {
    /* What runs: a command, or the functions of a subject in a fork. */
    char **command;
    const struct judge_subject *subject;
    unsigned limit; /* seconds without a byte: then it hangs */

    pid_t pid; /* 0: it does not run */
    int to, from;
    char *in; /* what it answered, and is not read yet */
    size_t have, at, room;
    FILE *said;    /* its standard error */
    char how[100]; /* how it ended, in words */
};

enum answer { ANSWERED, HAS_ENDED, HUNG };

/* Starts it, unless it runs. False: no process can be made. */
bool process_start(struct process *p);

/* Ends it. */
void process_stop(struct process *p);

/* Sends length bytes of text, and waits for that many lines of answers. */
enum answer process_ask(struct process *p, const char *text, size_t length, size_t lines);

/* The next line of the answers, without its end; NULL: there is none. */
char *process_line(struct process *p);

/* The last line on its standard error, or what a sanitizer reports there; NULL: there is none. */
const char *process_said(struct process *p);

/* Pages that it holds in memory; 0: this system does not say. */
unsigned long process_pages(const struct process *p);

#endif
