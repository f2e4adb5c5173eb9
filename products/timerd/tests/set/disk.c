/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE /* syscall */
#include "disk.h"
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST = 64 << 20, PIECE = 4096, WRITES_MOST = 1 << 16 };

struct wrote {
    size_t at, size;
    unsigned char *bytes;
};

static ino_t inode;
static unsigned char *disk; /* what is synchronised */
static size_t disk_size;
static struct wrote *pending;
static size_t pending_n;
static unsigned calls, cut_at, fail_at;
static int fail_error;
static const char *cut_to, *name;
static unsigned folders;
static bool has_cut, has_linked, any;
static uint64_t state = 1;

void draw_from(uint64_t seed) { state = seed * 2 + 1; }

uint64_t draw(uint64_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) % below;
}

static void take(size_t at, const unsigned char *bytes, size_t size) {
    check(at + size <= MOST, "the file of this test has less than 64 MiB");
    memcpy(disk + at, bytes, size);
    if (at + size > disk_size)
        disk_size = at + size;
}

static void forget_pending(void) {
    while (pending_n)
        free(pending[--pending_n].bytes);
}

void disk_watch(const char *path) {
    struct stat file;
    int fd;

    if (!disk) {
        disk = (unsigned char *)calloc(1, MOST);
        pending = (struct wrote *)calloc(WRITES_MOST, sizeof *pending);
    }
    check(disk && pending, "there is memory");
    forget_pending();
    calls = cut_at = fail_at = NO_CALL;
    inode = 0;
    any = false;
    disk_size = 0;
    if (!path)
        return;
    fd = open(path, O_RDONLY);
    check(fd >= 0 && fstat(fd, &file) == 0 && file.st_size <= MOST, "the file can be read");
    disk_size = (size_t)file.st_size;
    check(read(fd, disk, disk_size) == (ssize_t)disk_size, "it is read");
    close(fd);
    inode = file.st_ino;
}

void disk_watch_new(const char *path) {
    disk_watch(NULL);
    any = true;
    name = path;
}

void disk_cut(unsigned call, const char *to) {
    calls = 0;
    cut_at = call;
    cut_to = to;
    has_cut = has_linked = false;
}

bool disk_has_cut(void) { return has_cut; }

bool disk_has_linked(void) { return has_linked; }

void disk_fail(unsigned call, int error) {
    calls = 0;
    fail_at = call;
    fail_error = error;
}

unsigned disk_calls(void) { return calls; }

unsigned disk_folders(void) { return folders; }

static bool watched(int fd) {
    struct stat file;

    if (fstat(fd, &file))
        return false;
    if (any)
        inode = file.st_ino;
    any = false;
    return inode && file.st_ino == inode;
}

static void cut(void) {
    const int fd = open(cut_to, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    check(fd >= 0, "a file after the cut");
    check(syscall(SYS_pwrite64, fd, disk, disk_size, 0) == (long)disk_size, "its bytes");
    for (size_t i = 0; i < pending_n; i++)
        for (size_t at = 0; at < pending[i].size; at += PIECE) {
            const size_t left = pending[i].size - at, size = left < PIECE ? left : PIECE;

            if (draw(2))
                check(syscall(SYS_pwrite64, fd, pending[i].bytes + at, size, pending[i].at + at) ==
                          (long)size,
                      "a piece that was not synchronised");
        }
    close(fd);
    has_cut = true;
    has_linked = name && access(name, F_OK) == 0;
}

/* Counts a call on the file. The error that it fails with, or 0. */
static int called(int fd) {
    if (!watched(fd))
        return 0;
    calls++;
    if (calls == cut_at)
        cut();
    return calls == fail_at ? fail_error : 0;
}

static void wrote(int fd, size_t at, const void *bytes, size_t size) {
    if (!watched(fd))
        return;
    if (fcntl(fd, F_GETFL) & O_DSYNC) {
        take(at, (const unsigned char *)bytes, size);
        return;
    }
    check(pending_n < WRITES_MOST, "a commit has fewer writes");
    pending[pending_n].at = at;
    pending[pending_n].size = size;
    pending[pending_n].bytes = (unsigned char *)malloc(size);
    check(pending[pending_n].bytes != NULL, "there is memory");
    memcpy(pending[pending_n++].bytes, bytes, size);
}

/* ------------------------------------------------------------ in the place of the calls */

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
    ssize_t done;

    if ((errno = called(fd)) != 0)
        return -1;
    done = syscall(SYS_pwrite64, fd, bytes, size, at);
    if (done > 0)
        wrote(fd, (size_t)at, bytes, (size_t)done);
    return done;
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t done;

    if ((errno = called(fd)) != 0)
        return -1;
    done = syscall(SYS_writev, fd, parts, n);
    for (ssize_t left = done; left > 0; parts++) {
        const size_t size = parts->iov_len < (size_t)left ? parts->iov_len : (size_t)left;

        wrote(fd, (size_t)at, parts->iov_base, size);
        at += (off_t)size;
        left -= (ssize_t)size;
    }
    return done;
}

int fdatasync(int fd) {
    int rc;

    if ((errno = called(fd)) != 0)
        return -1;
    rc = watched(fd) ? 0 : (int)syscall(SYS_fdatasync, fd);
    if (watched(fd)) {
        struct stat file;

        for (size_t i = 0; i < pending_n; i++)
            take(pending[i].at, pending[i].bytes, pending[i].size);
        forget_pending();
        if (fstat(fd, &file) == 0 && (size_t)file.st_size > disk_size && file.st_size <= MOST)
            disk_size = (size_t)file.st_size;
    }
    return rc;
}

int fsync(int fd) {
    struct stat file;

    folders += fstat(fd, &file) == 0 && S_ISDIR(file.st_mode);
    return (int)syscall(SYS_fsync, fd);
}

int posix_fallocate(int fd, off_t at, off_t size) {
    const int error = called(fd);

    if (error)
        return error;
    return syscall(SYS_fallocate, fd, 0, at, size) ? errno : 0;
}
