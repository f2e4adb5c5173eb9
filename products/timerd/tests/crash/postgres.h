/* SPDX-License-Identifier: MIT-0 */
/* postgres.h - a PostgreSQL that is killed, and its standby; psql asks them. Each has a
   folder, and a promotion has the two change their places. */
#ifndef POSTGRES_H
#define POSTGRES_H

#include <stdbool.h>
#include <stddef.h>

enum { POSTGRES_WORDS = 12, CONNINFO_SIZE = 192 };

/* What starts it: POSTGRES_WORDS, which are true until the next call. With promotions a
   commit waits until the standby has it on its disk. */
void postgres_command(char **argv);
void postgres_standby_command(char **argv);
void postgres_conninfo(char *to, unsigned timerd, unsigned life);
bool postgres_answers(void); /* and is no standby */
bool postgres_in_step(void); /* does each commit wait for the standby? */
void postgres_promote(void); /* the standby takes the place of the one that was killed */
/* waits until nothing that this timerd sent before it was killed is on its way */
void postgres_barrier(unsigned timerd, unsigned life);
const char *postgres_room(void); /* the folder with the socket of the one that is not the standby */
void postgres_end(void);         /* removes the folders */

#endif
