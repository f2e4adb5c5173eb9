/* SPDX-License-Identifier: MIT-0 */
#define _XOPEN_SOURCE 700

#include "paths.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)

#include <direct.h>
#include <errno.h>
#include <windows.h>

bool path_make_directory(const char *path) { return _mkdir(path) == 0; }

char *path_real(const char *path) { return _fullpath(NULL, path, 0); }

bool path_replace(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
        return true;
    errno = EACCES;
    return false;
}

#else

#include <sys/stat.h>

bool path_make_directory(const char *path) { return mkdir(path, 0777) == 0; }

char *path_real(const char *path) { return realpath(path, NULL); }

bool path_replace(const char *from, const char *to) { return rename(from, to) == 0; }

#endif
