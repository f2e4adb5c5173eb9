/* SPDX-License-Identifier: MIT-0 */
/* The writer: one file for each process, in the directory that TW_RECORD names. The file
   is mapped, so what was written is there however the process ends. Threads take their
   lines by counting, and never wait; record.sh sorts them. */
#define _GNU_SOURCE
#include "record.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* of a file, and of the step in which it takes room on the disk */
enum { LINES = 1 << 26, CHUNK = 1 << 12 };

/* awk counts up to 8 * LAST + 7 without rounding; no program waits 35 years */
#define LAST (((uint64_t)1 << 50) - 1)

/* end is 8 times the deadline, plus the source of the timer; 0 where it was taken out. */
struct line {
    uint64_t time, timer, end;
};

/* The file. Lines may be empty where a thread was stopped before it wrote. */
struct file {
    _Atomic uint64_t taken, lost;
    uint64_t unused;
    struct line line[LINES];
};

static struct file *file;
static _Atomic uint64_t ready; /* lines that have room on the disk */
_Thread_local int record_depth;

/* ------------------------------------------------------------------------------ CLOCK */

static uint64_t microseconds(clockid_t clock) {
    struct timespec t;

    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

uint64_t record_now(void) { return microseconds(CLOCK_MONOTONIC); }

int64_t record_realtime(void) { return (int64_t)(microseconds(CLOCK_REALTIME) - record_now()); }

/* ------------------------------------------------------------------------------- FILE */

static void cannot(const char *path) {
    dprintf(STDERR_FILENO, "record: process %ld is not recorded: %s: %s\n", (long)getpid(), path,
            strerror(errno));
}

/* Takes room on the disk for bytes of the map. A full disk is told here; it would end the
   program if it met it in a store. Kernels before 5.14 cannot tell. */
static bool populate(struct file *map, size_t from, size_t to) {
#ifdef MADV_POPULATE_WRITE
    const size_t page = (size_t)sysconf(_SC_PAGESIZE) - 1;
    return madvise((char *)map + (from & ~page), to - (from & ~page), MADV_POPULATE_WRITE) == 0 ||
           errno == EINVAL;
#else
    return map && from < to;
#endif
}

/* A file of this process, mapped; NULL with errno if that fails. */
static struct file *map_file(int fd) {
    void *map;

    if (ftruncate(fd, sizeof *file) != 0)
        return NULL;
    map = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    return map != MAP_FAILED && populate((struct file *)map, 0, 1) ? (struct file *)map : NULL;
}

/* A process keeps its file when it calls exec(). The descriptor is closed at once, for
   programs close what they do not know. */
static void open_file(void) {
    const char *directory = getenv("TW_RECORD");
    char path[4096];
    int fd;

    file = NULL;
    ready = 0;
    if (!directory)
        return;

    snprintf(path, sizeof path, "%s/%ld", directory, (long)getpid());
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        file = map_file(fd);
    if (!file)
        cannot(path);
    if (fd >= 0)
        close(fd);
}

/* After fork(): the child writes a file of its own. */
static void child(void) {
    if (file)
        munmap(file, sizeof *file);
    open_file();
}

__attribute__((constructor)) static void start(void) {
    open_file();
    pthread_atfork(NULL, NULL, child);
}

/* Whether there is room for the line i. */
static bool room(uint64_t i) {
    const uint64_t chunk = i / CHUNK;
    const int error = errno;
    bool good = true;

    if (i >= atomic_load_explicit(&ready, memory_order_relaxed)) {
        good = i < LINES &&
               populate(file, offsetof(struct file, line) + chunk * CHUNK * sizeof(struct line),
                        offsetof(struct file, line) + (chunk + 1) * CHUNK * sizeof(struct line));
        if (good)
            atomic_store_explicit(&ready, (chunk + 1) * CHUNK, memory_order_relaxed);
        errno = error;
    }
    return good;
}

static void write_line(uint64_t now, const void *timer, uint64_t end) {
    uint64_t i;

    if (!file)
        return;
    i = atomic_fetch_add_explicit(&file->taken, 1, memory_order_relaxed);
    if (room(i))
        file->line[i] = (struct line){now, (uintptr_t)timer, end};
    else
        atomic_fetch_add_explicit(&file->lost, 1, memory_order_relaxed);
}

void record_arm(enum record_source of, uint64_t now, const void *timer, uint64_t due) {
    write_line(now, timer, 8 * (due > LAST ? LAST : due) + (uint64_t)of);
}

void record_cancel(const void *timer) { write_line(record_now(), timer, 0); }

/* ---------------------------------------------------------------------------- SYMBOLS */

void record_find(void *function, const char *name, const void *caller) {
    void *found = dlsym(RTLD_NEXT, name);
    Dl_info info;

    if (!found && caller && dladdr(caller, &info) != 0) {
        void *handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        if (handle)
            found = dlsym(handle, name);
    }
    memcpy(function, &found, sizeof found);
}

void record_real(void *function, const char *name, const void *caller) {
    static const char none[sizeof(void *)];

    record_find(function, name, caller);
    if (memcmp(function, none, sizeof none) == 0) {
        dprintf(STDERR_FILENO, "record: %s is in no library that was loaded\n", name);
        abort();
    }
}

/* One of the loop libraries, by the path from which it was loaded. */
static bool is_loop(const char *path) {
    static const char *const name[] = {"libev.so", "libevent", "libuv.so"};
    const char *slash = path ? strrchr(path, '/') : NULL;
    size_t i;

    for (i = 0; path && i < sizeof name / sizeof *name; i++)
        if (strncmp(slash ? slash + 1 : path, name[i], strlen(name[i])) == 0)
            return true;
    return false;
}

/* A program waits in few places; each is looked up once, and its answer kept in the
   lowest bit. */
bool record_from_loop(const void *caller) {
    static _Atomic uintptr_t seen[64];
    const uintptr_t at = (uintptr_t)caller;
    _Atomic uintptr_t *place = &seen[(at ^ at >> 6) % 64];
    uintptr_t found = atomic_load_explicit(place, memory_order_relaxed);

    if (found >> 1 != at) {
        Dl_info info;
        const int error = errno;

        found = at << 1 | (uintptr_t)(dladdr(caller, &info) != 0 && is_loop(info.dli_fname));
        atomic_store_explicit(place, found, memory_order_relaxed);
        errno = error;
    }
    return found & 1;
}
