/* SPDX-License-Identifier: MIT-0 */
/* postgres.h - a PostgreSQL that is killed; psql asks it. */
#ifndef POSTGRES_H
#define POSTGRES_H

#include <stdbool.h>
#include <stddef.h>

enum { POSTGRES_WORDS = 4, CONNINFO_SIZE = 160 };

void postgres_command(char **argv); /* POSTGRES_WORDS: what starts it */
void postgres_conninfo(char *to, unsigned timerd, unsigned life);
bool postgres_answers(void);
/* waits until nothing that this timerd sent before it was killed is on its way */
void postgres_barrier(unsigned timerd, unsigned life);
void postgres_end(void); /* removes its folder */

#endif
