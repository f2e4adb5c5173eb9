/* SPDX-License-Identifier: MIT-0 */
/* Directories and names of files, on POSIX and on Windows. Where a call fails, errno says
   why. */
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>

/* Makes a directory. */
bool path_make_directory(const char *path);

/* The absolute path of a file, links followed, in memory from malloc; NULL if there is
   none. */
char *path_real(const char *path);

/* Gives a file another name, in place of the file that has this name now. */
bool path_replace(const char *from, const char *to);

#endif
