/* SPDX-License-Identifier: MIT-0 */
/* What `run keys` proves: the order that heap4.h has where the compiler knows numbers of
   128 bits. */
#include "heap4.h"

#ifndef __SIZEOF_INT128__
#error "This compiler knows no numbers of 128 bits."
#endif

bool by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);
size_t earlier(const struct tw_heap4_cell *cell, size_t c, const struct tw_heap4_cell *x);

bool by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    return tw__heap4_by_due(a, b);
}

size_t earlier(const struct tw_heap4_cell *cell, size_t c, const struct tw_heap4_cell *x) {
    return tw__heap4_earlier_by_due(cell, c, x, tw__heap4_by_due);
}
