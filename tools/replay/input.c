/* SPDX-License-Identifier: MIT-0 */
#define _XOPEN_SOURCE 700

#include "input.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The program that unpacks its stdin to its stdout, by the end of a file's name. */
struct packing {
    const char *end, *command[4];
};

static const struct packing packings[] = {
    {".tar.gz", {"tar", "-xzOf", "-", NULL}},
    {".tar.xz", {"tar", "-xJOf", "-", NULL}},
    {".gz", {"gzip", "-dc", NULL, NULL}},
    {".xz", {"xz", "-dc", NULL, NULL}},
};

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), length = strlen(end);

    return n >= length && strcmp(text + n - length, end) == 0;
}

#if defined(_WIN32)

static FILE *unpacked(FILE *packed, const char *file, const struct packing *p) {
    (void)packed;
    fprintf(stderr, "%s:1: cannot be read: unpack it first, as with %s\n", file, p->command[0]);
    return NULL;
}

#else

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_PROGRAM = 127 };

/* In the child: its messages would stand beside ours. */
static void become(const struct packing *p, int from, int to) {
    const int nothing = open("/dev/null", O_WRONLY);

    if (dup2(from, STDIN_FILENO) >= 0 && dup2(to, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0)
        execvp(p->command[0], (char *const *)(ptrdiff_t)p->command);
    _exit(NO_PROGRAM);
}

/* The exit status of the program; below 0: it did not end by itself. */
static int run(const struct packing *p, int from, int to) {
    const pid_t child = fork();
    int status = -1;

    if (child == 0)
        become(p, from, to);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static FILE *unpacked(FILE *packed, const char *file, const struct packing *p) {
    FILE *plain = tmpfile();
    int status;

    if (!plain) {
        fprintf(stderr, "%s:1: cannot be unpacked: %s\n", file, strerror(errno));
        return NULL;
    }
    status = run(p, fileno(packed), fileno(plain));
    if (status == 0) {
        rewind(plain);
        return plain;
    }
    if (status == NO_PROGRAM)
        fprintf(stderr, "%s:1: cannot be read: there is no program %s to unpack it\n", file,
                p->command[0]);
    else
        fprintf(stderr, "%s:1: cannot be read: %s cannot unpack it\n", file, p->command[0]);
    fclose(plain);
    return NULL;
}

#endif

const char *input_name(const char *file) { return strcmp(file, "-") == 0 ? "<stdin>" : file; }

FILE *input_open(const char *file) {
    FILE *f = strcmp(file, "-") == 0 ? stdin : fopen(file, "rb");

    if (!f) {
        fprintf(stderr, "%s:1: cannot be read: %s\n", file, strerror(errno));
        return NULL;
    }
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
        if (ends_with(file, packings[i].end)) {
            FILE *plain = unpacked(f, file, &packings[i]);
            fclose(f);
            return plain;
        }
    return f;
}
