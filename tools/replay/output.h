/* SPDX-License-Identifier: MIT-0 */
/* Files that are written whole or not at all. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "result.h"

#include <stdio.h>

/* Prints n results. */
typedef void print_fn(FILE *f, const struct result *r, size_t n);

/* Could output_write() write this file? False after a complaint. */
bool output_possible(const char *file);

/* Writes the file under another name, and then gives it its own: a file of that name is
   whole at any time. What is no plain file, such as a pipe, is written to directly; "-"
   is stdout. False after a complaint. */
bool output_write(const char *file, print_fn *print, const struct result *r, size_t n);

#endif
