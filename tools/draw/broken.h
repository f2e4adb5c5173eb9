/* SPDX-License-Identifier: MIT-0 */
/* broken.h - what the sentences about broken invariants are made of. */
#ifndef BROKEN_H
#define BROKEN_H

#include "words.h"

/* A sentence; it stands until the next one. */
const char *broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "3@250". One sentence may name four. */
const char *name(const struct tw_node *n);

/* A list that is known by its last node, in words: `what`. All its nodes have this home;
   0: any. NULL: it is sound. */
const char *diagnose_list(const char *what, const struct tw_node *last, uintptr_t home);

/* The same for a list of a slot of a large wheel, which may be sorted: slots.h. */
const char *diagnose_runs(const char *what, const struct tw_node *last, size_t slot);

/* The number of nodes in a list that was found sound. */
size_t list_count(const struct tw_node *last);

/* NULL: all invariants of the structure hold. */
const char *diagnose_heap4(const struct tw_heap4 *h);
const char *diagnose_rbtree(const struct tw_rbtree *t);
const char *diagnose_skiplist(const struct tw_skiplist *s);
const char *diagnose_sortedlist(const struct tw_sortedlist *s);
const char *diagnose_wheel(const struct tw_wheel *w);
/* word has the bits of a smallwheel. */
const char *diagnose_rings(const struct rings *r, const uintptr_t *word, tw_tick now);
const char *diagnose_bigwheel(const struct tw_bigwheel *w, tw_tick now);

#endif
