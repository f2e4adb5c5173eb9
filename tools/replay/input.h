/* SPDX-License-Identifier: MIT-0 */
/* The traces that are read: files, packed or not, and standard input. */
#ifndef INPUT_H
#define INPUT_H

#include <stdio.h>

/* Opens a trace for reading; "-" is stdin. What ends with .gz or .xz is unpacked into a
   nameless file first. NULL after a complaint of one line. */
FILE *input_open(const char *file);

/* What messages and reports call it. */
const char *input_name(const char *file);

#endif
