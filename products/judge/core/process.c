/* SPDX-License-Identifier: MIT-0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strsignal */
#endif
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Why a command did not start. execvp() tells of a folder that it may not read even if the
   program is in no folder of PATH at all. */
static const char *no_start(const char *command, int error) {
    if (!strchr(command, '/') && (error == ENOENT || error == EACCES))
        return "no such program in PATH";
    return strerror(error);
}

static void be_subject(struct process *p, int in, int out) {
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none); /* many crashes may follow */
    signal(SIGPIPE, SIG_DFL);
    dup2(in, 0);
    dup2(out, 1);
    if (p->said)
        dup2(fileno(p->said), 2);
    if (p->subject) {
        const int status = judge_serve(p->subject);

        fflush(stdout);
        _exit(status);
    }
    execvp(p->command[0], p->command);
    fprintf(stderr, "%s: %s\n", p->command[0], no_start(p->command[0], errno));
    _exit(127);
}

/* A pipe whose ends no later child inherits. */
static bool make_pipe(int end[2]) {
    return pipe(end) == 0 && fcntl(end[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(end[1], F_SETFD, FD_CLOEXEC) == 0;
}

bool process_start(struct process *p) {
    int in[2], out[2];

    if (p->pid)
        return true;
    if (!p->said)
        p->said = tmpfile();
    else if (ftruncate(fileno(p->said), 0) == 0)
        lseek(fileno(p->said), 0, SEEK_SET);
    if (!make_pipe(in) || !make_pipe(out))
        return false;
    signal(SIGPIPE, SIG_IGN);
    fflush(NULL);
    p->pid = fork();
    if (p->pid == 0)
        be_subject(p, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
    p->have = p->at = 0;
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    return p->pid > 0;
}

void process_stop(struct process *p) {
    if (!p->pid)
        return;
    close(p->to);
    close(p->from);
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
}

/* Its output has ended: says how it did. */
static enum answer ended(struct process *p) {
    int status = 0, tries;

    close(p->to);
    close(p->from);
    /* A process that closed its output ends by itself within 200 ms, or is ended. */
    for (tries = 200; tries > 0 && waitpid(p->pid, &status, WNOHANG) == 0; tries--)
        usleep(1000);
    if (tries == 0) {
        kill(p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
    }
    if (WIFSIGNALED(status))
        snprintf(p->how, sizeof p->how, "it is ended by a signal: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(p->how, sizeof p->how, "it ends with status %d", WEXITSTATUS(status));
    p->pid = 0;
    return HAS_ENDED;
}

/* Reads what there is. Adds the number of lines to *lines; false: the end of the output.
 */
static bool receive(struct process *p, size_t *lines) {
    ssize_t got;

    if (p->room - p->have < 4096) {
        p->room = p->room ? 2 * p->room : 1 << 16;
        p->in = (char *)realloc(p->in, p->room);
        if (!p->in)
            abort();
    }
    got = read(p->from, p->in + p->have, p->room - p->have - 1);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    for (ssize_t i = 0; i < got; i++) {
        char *const byte = &p->in[p->have + (size_t)i];

        *lines += *byte == '\n';
        if (*byte == 0)
            *byte = '?'; /* a line would seem to end here */
    }
    p->have += (size_t)got;
    p->in[p->have] = 0;
    return true;
}

/* No right answers to what is asked at once have as many bytes. */
enum { MUCH = 1 << 22 };

enum answer process_ask(struct process *p, const char *text, size_t length, size_t lines) {
    size_t got = 0;

    p->have = p->at = 0;
    while (got < lines) {
        struct pollfd fd[2] = {{p->from, POLLIN, 0}, {p->to, POLLOUT, 0}};
        const int ready = poll(fd, length > 0 ? 2 : 1, (int)p->limit * 1000);

        if (ready == 0) {
            process_stop(p);
            snprintf(p->how, sizeof p->how, "it gives no answer within %u s", p->limit);
            return HUNG;
        }
        if (length > 0 && fd[1].revents) {
            const ssize_t put = write(p->to, text, length);

            /* What a process that has ended does not read is not missed: its output ends. */
            length -= put > 0 ? (size_t)put : put < 0 && errno == EPIPE ? length : 0;
            text += put > 0 ? put : 0;
        }
        if (fd[0].revents && !receive(p, &got))
            return ended(p);
        if (p->have > MUCH) {
            process_stop(p);
            snprintf(p->how, sizeof p->how, "its answer does not end");
            return HUNG;
        }
    }
    return ANSWERED;
}

char *process_line(struct process *p) {
    char *const line = p->in + p->at;
    char *const end = p->at < p->have ? (char *)memchr(line, '\n', p->have - p->at) : NULL;

    if (!end)
        return NULL;
    *end = 0;
    if (end > line && end[-1] == '\r')
        end[-1] = 0;
    p->at = (size_t)(end + 1 - p->in);
    return line;
}

const char *process_said(struct process *p) {
    static char line[200];
    char text[200];
    bool any = false;

    if (!p->said)
        return NULL;
    rewind(p->said);
    while (fgets(text, sizeof text, p->said)) {
        text[strcspn(text, "\r\n")] = 0;
        if (strspn(text, " \t") == strlen(text))
            continue;
        memcpy(line, text, sizeof line);
        any = true;
        if (strstr(text, "runtime error: ") || strstr(text, "SUMMARY: "))
            break; /* the report of a sanitizer goes on below */
    }
    return any ? line : NULL;
}

unsigned long process_pages(const struct process *p) {
    char path[40];
    unsigned long all = 0, resident = 0;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%ld/statm", (long)p->pid);
    f = fopen(path, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%lu %lu", &all, &resident) != 2)
        resident = 0;
    fclose(f);
    return resident;
}
