/* SPDX-License-Identifier: MIT-0 */
/* A function that may end the program, run in a child process. What the child writes to
   stderr is kept. Wants fork(). */
#ifndef CHILD_H
#define CHILD_H

#undef NDEBUG
#include <assert.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The most that is kept of what a child says, its end included. */
enum { LINE = 4096 };

/* Runs it in a child. What the child says goes to `said`; its status is returned. */
static int in_a_child(void (*run)(void), char *said) {
    size_t used = 0;
    ssize_t got;
    int ends[2], status;
    pid_t child;

    assert(pipe(ends) == 0);
    child = fork();
    assert(child >= 0);
    if (child == 0) {
        assert(dup2(ends[1], 2) == 2 && close(ends[0]) == 0 && close(ends[1]) == 0);
        run();
        _exit(0);
    }
    close(ends[1]);
    while ((got = read(ends[0], said + used, LINE - 1 - used)) > 0)
        used += (size_t)got;
    said[used] = '\0';
    close(ends[0]);
    assert(waitpid(child, &status, 0) == child);
    return status;
}

#endif
