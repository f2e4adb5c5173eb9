/* SPDX-License-Identifier: MIT-0 */
/* bystanders.h - what else uses timerd and its store, and must cost nobody a timer: copies,
   snapshots, scrapes, a peer that reads no replies, a store that is full for a while. */
#ifndef BYSTANDERS_H
#define BYSTANDERS_H

#include "common.h"

void bystanders_check(void);     /* gives up if a program that they want is not there */
void bystander_begin(void);      /* one of the store's kinds, at random, for up to 3 s */
void bystanders_turn(void);      /* ends those whose time is over, most by SIGKILL */
void bystanders_make_room(void); /* ends those that fill the store */
void bystanders_end(void);

#endif
