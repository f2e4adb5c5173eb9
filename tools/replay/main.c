/* SPDX-License-Identifier: MIT-0 */
/* replay: replays recorded timer traces through every structure. `replay --help` tells how. */
#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "replay.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* On a terminal only; n 0 erases it. */
static void progress(const char *name, const char *pass, size_t i, size_t n) {
    if (!isatty(2))
        return;
    fprintf(stderr, "\r%60s\r", "");
    if (n > 0)
        fprintf(stderr, "%.20s: %s %3.0f %%", name, pass, 100 * (double)i / (double)n);
    fflush(stderr);
}

static struct plan plan_of(const struct options *o) {
    struct plan p;

    memset(&p, 0, sizeof p);
    p.turns = o->repeat;
    p.has_slack = o->has_slack;
    p.slack = o->slack;
    p.progress = progress;
    for (size_t i = 0; i < STRUCTURES; i++)
        if (o->chosen[i])
            p.structure[p.structures++] = i;
    return p;
}

static bool open_logs(struct plan *p, const char *dir) {
    char path[4096];

    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "replay: %s: %s\n", dir, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < p->structures; i++) {
        if (snprintf(path, sizeof path, "%s/%s.log", dir, structures[p->structure[i]]->name) >= (int)sizeof path)
            return complain("%s", "the name of the log directory is too long");
        p->log[i] = fopen(path, "wb");
        if (!p->log[i]) {
            fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
            return false;
        }
    }
    return true;
}

static bool close_logs(struct plan *p) {
    bool good = true;

    for (size_t i = 0; i < p->structures; i++)
        if (p->log[i]) {
            const bool written = !ferror(p->log[i]);
            if (fclose(p->log[i]) != 0 || !written)
                good = complain("the log of %s cannot be written", structures[p->structure[i]]->name);
        }
    return good;
}

/* All traces; false: one is broken. */
static bool read_all(struct trace *t, const struct options *o) {
    bool good = true;

    memset(t, 0, o->files * sizeof *t);
    for (size_t i = 0; i < o->files && good; i++) {
        FILE *f = fopen(o->file[i], "rb");

        if (!f) {
            fprintf(stderr, "%s:1: cannot be read: %s\n", o->file[i], strerror(errno));
            return false;
        }
        good = trace_read(&t[i], f, o->file[i], o->unit);
        fclose(f);
    }
    return good;
}

static bool written(void) {
    return (fflush(stdout) == 0 && !ferror(stdout)) || complain("the %s cannot be written", "output");
}

/* The exit status. */
static int replay_all(const struct plan *p, const struct trace *t, size_t n) {
    int status = 0;

    for (size_t i = 0; i < n; i++) {
        struct result r;

        if (replay(&t[i], p, &r)) {
            report_text(stdout, &r);
            fflush(stdout);
        } else
            status = 1;
        result_free(&r);
    }
    return status;
}

/* The exit status. */
static int run(const struct options *o) {
    struct plan p = plan_of(o);
    struct trace *t = (struct trace *)trace_room(NULL, o->files, sizeof *t);
    int status = 2;

    if (read_all(t, o) && (!o->dir || open_logs(&p, o->dir)))
        status = replay_all(&p, t, o->files);
    if (!close_logs(&p) || !written())
        status = 2;

    for (size_t i = 0; i < o->files; i++)
        trace_free(&t[i]);
    free(t);
    return status;
}

int main(int argc, char **argv) {
    struct options o;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return written() ? 0 : 2;
        }
    return options_read(&o, argc, argv) ? run(&o) : 2;
}
