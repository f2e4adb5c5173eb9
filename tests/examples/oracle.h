/* SPDX-License-Identifier: MIT-0 */
/* What the oracles of the examples share: each runs its example, reads what that prints
   line by line, and finds the same in another way. Include it first. */
#ifndef ORACLE_H
#define ORACLE_H

#define _POSIX_C_SOURCE 200809L /* popen */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *oracle_program;
static char command[1024], line[1024]; /* that runs, and what it printed last */
static size_t lines;
static FILE *printed;

static inline void check(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "FAILED: %s\n  in line %zu of: %s\n  %s\n", what, lines, command, line);
    exit(1);
}

/* Runs the example with these arguments. */
static inline void run(const char *arguments, ...) {
    int n = snprintf(command, sizeof command, "'%s' ", oracle_program);
    va_list list;

    va_start(list, arguments);
    vsnprintf(command + n, sizeof command - (size_t)n, arguments, list);
    va_end(list);
    lines = 0;
    line[0] = 0;
    printed = popen(command, "r");
    check(printed != NULL, "the example cannot be run");
}

/* Is there another line? */
static inline bool next_line(void) {
    if (!fgets(line, sizeof line, printed)) {
        line[0] = 0;
        return false;
    }
    lines++;
    line[strcspn(line, "\n")] = 0;
    return true;
}

/* Its status is 0, and all was read. */
static inline void ended(void) {
    check(!next_line(), "more is printed than should be");
    check(pclose(printed) == 0, "the status is not 0");
}

static char parts[sizeof line], *word[24];
static int words;

/* The words of the line. */
static inline int split(void) {
    char *w;

    strcpy(parts, line);
    words = 0;
    for (w = strtok(parts, " "); w && words < 24; w = strtok(NULL, " "))
        word[words++] = w;
    return words;
}

static inline bool begins(const char *with) { return strncmp(line, with, strlen(with)) == 0; }

static unsigned long dice = 1;

/* Below n. */
static inline unsigned any(unsigned n) {
    dice = dice * 16807 % 2147483647;
    return (unsigned)(dice % n);
}

/* A file to be written, in the directory in which the oracle runs. */
static inline FILE *input(const char *name) {
    FILE *f = fopen(name, "w");

    check(f != NULL, "a file cannot be written");
    return f;
}

static void find(void);

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    oracle_program = argv[1];
    find();
    return 0;
}

#endif
