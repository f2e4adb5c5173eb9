/* SPDX-License-Identifier: MIT-0 */
/* What the members of all structures are made of. */
#include "members.h"
#include "words.h"

#include <inttypes.h>
#include <string.h>

bool stands[IDS];

void member(struct picture *p, enum member m, const char *name) {
    add(&p->text, "\"%s\":", name);
    p->begin[m] = p->text.n - strlen(name) - 3;
}

void member_end(struct picture *p, enum member m) { p->end[m] = p->text.n; }

void add_tick(struct buffer *b, tw_tick tick) { add(b, "\"%" PRIu64 "\"", (uint64_t)tick); }

void add_id(struct buffer *b, const struct tw_node *n) {
    if (n && is_timer(n))
        add(b, "%d", id_of(n));
    else
        add(b, "null");
}

void add_ids(struct buffer *b, const struct tw_node *last) {
    const struct tw_node *n[IDS];
    const size_t count = list_nodes(last, n);

    add(b, "[");
    for (size_t i = 0; i < count; i++) {
        add_comma(b);
        add_id(b, n[i]);
        stands[id_of(n[i])] = true;
    }
    add(b, "]");
}
