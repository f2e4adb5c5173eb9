/* SPDX-License-Identifier: MIT-0 */
/* step.h - moves the clock no further than to the next event. */
#ifndef STEP_H
#define STEP_H

void step(void);

#endif
