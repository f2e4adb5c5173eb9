/* SPDX-License-Identifier: MIT-0 */
#define _POSIX_C_SOURCE 200809L
#include "rights.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct password {
    struct password *next;
    enum right right;
    struct text text;
};

static struct password *passwords;
static bool wanted;

static enum right right_of(struct text word) {
    if (text_is(word, "read"))
        return RIGHT_READ;
    if (text_is(word, "consume"))
        return RIGHT_CONSUME;
    return text_is(word, "admin") ? RIGHT_ADMIN : RIGHT_NONE;
}

static void add(const char *path, unsigned number, struct text line) {
    const char *const space = (const char *)memchr(line.at, ' ', line.size);
    const struct text word = {line.at, space ? (size_t)(space - line.at) : line.size};
    struct password *p;
    char *copy;

    if (!space || right_of(word) == RIGHT_NONE || word.size + 1 == line.size)
        quit(2, "%s:%u: a line is read, consume or admin, a space and a password", path, number);
    p = (struct password *)must(calloc(1, sizeof *p));
    p->right = right_of(word);
    p->text.size = line.size - word.size - 1;
    copy = (char *)must(malloc(p->text.size));
    memcpy(copy, space + 1, p->text.size);
    p->text.at = copy;
    p->next = passwords;
    passwords = p;
}

void rights_read(const char *path) {
    FILE *const file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    struct stat s;

    wanted = true;
    if (!file || fstat(fileno(file), &s) != 0)
        quit(2, "--password-file: %s: %s", path, strerror(errno));
    if (s.st_mode & (S_IRWXG | S_IRWXO))
        quit(2, "--password-file: %s: others may use it; chmod 600", path);
    for (unsigned number = 1; (size = getline(&line, &room, file)) >= 0; number++) {
        struct text t;

        t.at = line;
        t.size = (size_t)size;
        t.size -= t.size && line[t.size - 1] == '\n';
        if (t.size && line[0] != '#')
            add(path, number, t);
    }
    free(line);
    fclose(file);
    if (!passwords)
        quit(2, "--password-file: %s has no password", path);
}

bool rights_wanted(void) { return wanted; }

/* Takes as long for a password of which the first bytes are right as for any other. */
static bool same(struct text a, struct text b) {
    unsigned char differ = a.size != b.size;

    for (size_t i = 0; i < a.size; i++)
        differ |= (unsigned char)(a.at[i] ^ b.at[b.size ? i % b.size : 0]);
    return !differ;
}

enum right rights_of(struct text password) {
    enum right found = RIGHT_NONE;

    for (const struct password *p = passwords; p; p = p->next)
        if (same(password, p->text) && p->right > found)
            found = p->right;
    return found;
}
