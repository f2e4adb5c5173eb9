/* SPDX-License-Identifier: MIT-0 */
/* json.h - tw_draw --json. */
#ifndef JSON_H
#define JSON_H

#include <stdio.h>

/* Runs all lines and prints their frames. The exit status: the worst of all. */
int json_run(FILE *f);

#endif
