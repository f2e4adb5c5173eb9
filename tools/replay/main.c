/* SPDX-License-Identifier: MIT-0 */
/* replay: replays recorded timer traces through the structures for servers.
   `replay --help` tells how. */
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "input.h"
#include "options.h"
#include "output.h"
#include "paths.h"
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
    p.ask = o->ask;
    p.progress = progress;
    for (size_t i = 0; i < STRUCTURES; i++)
        if (o->chosen[i])
            p.structure[p.structures++] = i;
    return p;
}

static bool open_logs(struct plan *p, const char *dir) {
    char path[4096];

    if (!path_make_directory(dir) && errno != EEXIST) {
        fprintf(stderr, "replay: %s: %s\n", dir, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < p->structures; i++) {
        if (snprintf(path, sizeof path, "%s/%s.log", dir, structures[p->structure[i]]->name) >=
            (int)sizeof path)
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
                good =
                    complain("the log of %s cannot be written", structures[p->structure[i]]->name);
        }
    return good;
}

/* All traces; false: one is broken. */
static bool read_all(struct trace *t, const struct options *o) {
    bool good = true;

    memset(t, 0, o->files * sizeof *t);
    for (size_t i = 0; i < o->files && good; i++) {
        FILE *f = input_open(o->file[i]);

        if (!f)
            return false;
        good = trace_read(&t[i], f, input_name(o->file[i]), o->unit);
        if (f != stdin)
            fclose(f);
    }
    return good;
}

static bool written(void) {
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           complain("the %s cannot be written", "output");
}

static bool to_stdout(const char *file) { return file && strcmp(file, "-") == 0; }

/* The exit status. Each table is printed as soon as there is one, unless stdout is for
   something else. */
static int replay_all(const struct plan *p, const struct options *o, const struct trace *t,
                      struct result *r) {
    const bool table = !to_stdout(o->json) && !to_stdout(o->html);
    int status = 0;

    for (size_t i = 0; i < o->files; i++)
        if (!replay(&t[i], p, &r[i]))
            status = 1;
        else if (table) {
            report_text(stdout, &r[i]);
            fflush(stdout);
        }
    if (status == 0 && ((o->json && !output_write(o->json, report_json, r, o->files)) ||
                        (o->html && !output_write(o->html, report_html, r, o->files))))
        status = 2;
    return status;
}

/* Whatever can be found wrong is, before the first trace is replayed. */
static bool ready(const struct options *o, struct trace *t, struct plan *p) {
    return read_all(t, o) && (!o->json || output_possible(o->json)) &&
           (!o->html || output_possible(o->html)) && (!o->dir || open_logs(p, o->dir));
}

/* The exit status. */
static int run(const struct options *o) {
    struct plan p = plan_of(o);
    struct trace *t = (struct trace *)trace_room(NULL, o->files, sizeof *t);
    struct result *r = (struct result *)trace_room(NULL, o->files, sizeof *r);
    int status = 2;

    memset(r, 0, o->files * sizeof *r);
    if (ready(o, t, &p))
        status = replay_all(&p, o, t, r);
    if (!close_logs(&p) || !written())
        status = 2;

    for (size_t i = 0; i < o->files; i++) {
        result_free(&r[i]);
        trace_free(&t[i]);
    }
    free(r);
    free(t);
    return status;
}

int main(int argc, char **argv) {
    struct options o;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            print_help(stdout);
            return written() ? 0 : 2;
        }
    return options_read(&o, argc, argv) ? run(&o) : 2;
}
