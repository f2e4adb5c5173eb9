/* SPDX-License-Identifier: MIT-0 */
/* Prints results. */
#ifndef REPORT_H
#define REPORT_H

#include "result.h"

#include <stdio.h>

/* Name and options of the compiler of the structures, and the CPU. */
const char *machine_compiler(void);
const char *machine_cpu(void);

/* As text: the table, and the advice that follows from it. */
void report_text(FILE *f, const struct result *r);

/* n results, which have unit, slack and turns in common: as one JSON object; as one page
   that wants nothing else. */
void report_json(FILE *f, const struct result *r, size_t n);
void report_html(FILE *f, const struct result *r, size_t n);

#endif
