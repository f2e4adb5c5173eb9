/* SPDX-License-Identifier: MIT-0 */
/* set_clock.c - a library for LD_PRELOAD: the clock is off by the seconds in the file
   CLOCK_FILE, which is read at each call. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long off_by(void) {
    const char *const path = getenv("CLOCK_FILE");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char text[16] = "";

    if (file < 0)
        return 0;
    if (read(file, text, sizeof text - 1) < 0)
        text[0] = 0;
    close(file);
    return strtol(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    const int status = (int)syscall(SYS_clock_gettime, clock, t);

    if (status == 0 && clock == CLOCK_REALTIME)
        t->tv_sec += off_by();
    return status;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec now;
    const int status = clock_gettime(CLOCK_REALTIME, &now);

    (void)zone;
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return status;
}
