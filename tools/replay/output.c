/* SPDX-License-Identifier: MIT-0 */
#define _XOPEN_SOURCE 700

#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 4096 };

/* Where the file stands, links followed, and its name while it is written. */
struct target {
    char name[NAME], part[NAME + 32];
    bool plain;
};

static bool fail(const char *file) {
    fprintf(stderr, "replay: %s: %s\n", file, strerror(errno));
    return false;
}

static bool target_of(struct target *t, const char *file) {
    char *real = path_real(file);
    struct stat s = {.st_mode = S_IFREG};
    const int length = snprintf(t->name, sizeof t->name, "%s", real ? real : file);

    free(real);
    snprintf(t->part, sizeof t->part, "%s.%ld.part", t->name, (long)getpid());
    t->plain = stat(t->name, &s) != 0 || S_ISREG(s.st_mode);
    errno = length < NAME ? EISDIR : ENAMETOOLONG;
    return (length < NAME && !S_ISDIR(s.st_mode)) || fail(file);
}

bool output_possible(const char *file) {
    struct target t;
    FILE *f;

    if (strcmp(file, "-") == 0)
        return true;
    if (!target_of(&t, file))
        return false;
    if (!t.plain)
        return access(t.name, W_OK) == 0 || fail(file);
    f = fopen(t.part, "wb");
    if (!f)
        return fail(file);
    fclose(f);
    remove(t.part);
    return true;
}

bool output_write(const char *file, print_fn *print, const struct result *r, size_t n) {
    struct target t;
    bool good;
    FILE *f;

    if (strcmp(file, "-") == 0) {
        print(stdout, r, n);
        return true;
    }
    if (!target_of(&t, file))
        return false;
    f = fopen(t.plain ? t.part : t.name, "wb");
    if (!f)
        return fail(file);

    print(f, r, n);
    good = fflush(f) == 0 && !ferror(f);
    if (fclose(f) != 0 || !good || (t.plain && !path_replace(t.part, t.name))) {
        fail(file);
        if (t.plain)
            remove(t.part);
        return false;
    }
    return true;
}
