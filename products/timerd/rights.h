/* SPDX-License-Identifier: MIT-0 */
/* rights.h - the passwords of --password-file, and what each allows. */
#ifndef RIGHTS_H
#define RIGHTS_H

#include "util.h"

/* Each includes those before it. none: the password is still to come. */
enum right { RIGHT_NONE, RIGHT_READ, RIGHT_CONSUME, RIGHT_ADMIN };

/* Two lists: passwords of requests in RESP, and tokens of the page. */
enum secrets { SECRETS_PASSWORD, SECRETS_TOKEN };

/* Reads a file: a line is `read`, `consume` or `admin`, a space and a secret. Empty lines
   and those that begin with # are passed over. Ends the program if the file is wrong, or
   if others than its owner may read it. */
void rights_read(enum secrets of, const char *path);
/* Reads the first line of a file that belongs to its owner alone. Ends the program if there
   is none. */
void secret_line(const char *option, const char *path, char *line, size_t room);

bool rights_wanted(enum secrets of);                       /* is there a file? */
enum right rights_of(enum secrets of, struct text secret); /* RIGHT_NONE: it is not there */

#endif
