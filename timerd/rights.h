/* SPDX-License-Identifier: MIT-0 */
/* rights.h - the passwords of --password-file, and what each allows. */
#ifndef RIGHTS_H
#define RIGHTS_H

#include "util.h"

/* Each includes those before it. none: the password is still to come. */
enum right { RIGHT_NONE, RIGHT_READ, RIGHT_CONSUME, RIGHT_ADMIN };

/* Reads the file: a line is `read`, `consume` or `admin`, a space and a password. Empty
   lines and those that begin with # are passed over. Ends the program if the file is
   wrong, or if others than its owner may read it. */
void rights_read(const char *path);
bool rights_wanted(void);                   /* is there a file? */
enum right rights_of(struct text password); /* RIGHT_NONE: there is no such password */

#endif
