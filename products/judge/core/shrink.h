/* SPDX-License-Identifier: MIT-0 */
/* shrink.h - looks for a shorter sequence with the same breach. */
#ifndef JUDGE_SHRINK_H
#define JUDGE_SHRINK_H

#include "run.h"

/* *s fails with *v. Makes *s as short as is found by so many tries, and then its ticks small. */
void shrink(struct court *c, struct sequence *s, struct verdict *v, unsigned tries);

#endif
