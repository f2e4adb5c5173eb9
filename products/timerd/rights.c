/* SPDX-License-Identifier: MIT-0 */
#define _POSIX_C_SOURCE 200809L
#include "rights.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TOKEN_LEAST = 16 };

struct secret {
    struct secret *next;
    enum right right;
    struct text text;
};

static const struct {
    const char *option, *name;
} kinds[] = {{"--password-file", "password"}, {"--web-token-file", "token"}};

static struct secret *secrets[2];
static bool wanted[2];

static enum right right_of(struct text word) {
    if (text_is(word, "read"))
        return RIGHT_READ;
    if (text_is(word, "consume"))
        return RIGHT_CONSUME;
    return text_is(word, "admin") ? RIGHT_ADMIN : RIGHT_NONE;
}

/* Nobody guesses it, and a head of HTTP can hold it. */
static bool good_token(struct text t) {
    size_t good = 0;

    while (good < t.size && t.at[good] > ' ' && t.at[good] <= '~')
        good++;
    return good == t.size && t.size >= TOKEN_LEAST;
}

static void add(enum secrets of, const char *path, unsigned number, struct text line) {
    const char *const space = (const char *)memchr(line.at, ' ', line.size);
    const struct text word = {line.at, space ? (size_t)(space - line.at) : line.size};
    struct secret *p;
    char *copy;

    if (!space || right_of(word) == RIGHT_NONE || word.size + 1 == line.size)
        quit(2, "%s:%u: a line is read, consume or admin, a space and a %s", path, number,
             kinds[of].name);
    p = (struct secret *)must(calloc(1, sizeof *p));
    p->right = right_of(word);
    p->text.size = line.size - word.size - 1;
    copy = (char *)must(malloc(p->text.size));
    memcpy(copy, space + 1, p->text.size);
    p->text.at = copy;
    if (of == SECRETS_TOKEN && !good_token(p->text))
        quit(2, "%s:%u: a token has %d or more letters, digits or signs of ASCII", path, number,
             TOKEN_LEAST);
    p->next = secrets[of];
    secrets[of] = p;
}

static FILE *open_secret(const char *option, const char *path) {
    FILE *const file = fopen(path, "re");
    struct stat s;

    if (!file || fstat(fileno(file), &s) != 0)
        quit(2, "%s: %s: %s", option, path, strerror(errno));
    if (s.st_mode & (S_IRWXG | S_IRWXO))
        quit(2, "%s: %s: others may use it; chmod 600", option, path);
    return file;
}

void secret_line(const char *option, const char *path, char *line, size_t room) {
    FILE *const file = open_secret(option, path);

    if (!fgets(line, (int)room, file))
        quit(2, "%s: %s is empty", option, path);
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
}

void rights_read(enum secrets of, const char *path) {
    FILE *const file = open_secret(kinds[of].option, path);
    char *line = NULL;
    size_t room = 0;
    ssize_t size;

    wanted[of] = true;
    for (unsigned number = 1; (size = getline(&line, &room, file)) >= 0; number++) {
        struct text t;

        t.at = line;
        t.size = (size_t)size;
        t.size -= t.size && line[t.size - 1] == '\n';
        if (t.size && line[0] != '#')
            add(of, path, number, t);
    }
    free(line);
    fclose(file);
    if (!secrets[of])
        quit(2, "%s: %s has no %s", kinds[of].option, path, kinds[of].name);
}

bool rights_wanted(enum secrets of) { return wanted[of]; }

/* Takes as long for a secret of which the first bytes are right as for any other. */
static bool same(struct text a, struct text b) {
    unsigned char differ = a.size != b.size;

    for (size_t i = 0; i < a.size; i++)
        differ |= (unsigned char)(a.at[i] ^ b.at[b.size ? i % b.size : 0]);
    return !differ;
}

enum right rights_of(enum secrets of, struct text secret) {
    enum right found = RIGHT_NONE;

    for (const struct secret *p = secrets[of]; p; p = p->next)
        if (same(secret, p->text) && p->right > found)
            found = p->right;
    return found;
}
