/* SPDX-License-Identifier: MIT-0 */
/* drawing.h - draws the structure as text, on stdout. */
#ifndef DRAWING_H
#define DRAWING_H

void draw(void);

#endif
