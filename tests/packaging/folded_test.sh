#!/bin/sh
# folded_test.sh gcc|clang: in optimized code of TW_TIMERS_OF no indirect call is left but that of the callback,
# and in a container of objects none at all. By night all compiles with -Og, too.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need "$1"
need objdump
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
[ "$(uname -m)" = x86_64 ] || skip "reads x86-64 code only"

cat >verbs.h <<'EOF'
void f_init(struct set *t, void *a) { set_init(t, 0, a, 9); }
bool f_add(struct set *t, struct tw_node *n, tw_tick due) { return set_add(t, n, due); }
bool f_if_earlier(struct set *t, struct tw_node *n, tw_tick due) { return set_add_if_earlier(t, n, due); }
bool f_cancel(struct set *t, struct tw_node *n) { return set_cancel(t, n); }
bool f_next(struct set *t, tw_tick *due) { return set_next(t, due); }
struct tw_node *f_expire(struct set *t, tw_tick now) { return set_expire(t, now); }
int f_wait(struct set *t, tw_tick now) { return set_wait_ms(t, now, 10); }
size_t f_count(struct set *t) { return set_count(t); }
struct tw_node *f_each(struct set *t, struct tw_node *n) { return set_each(t, n); }
void f_clear(struct set *t) { set_clear(t); }
const char *f_check(struct set *t) { return set_check(t); }
size_t f_drain(struct set *t, struct tw_posts *q) { return set_drain(t, q, 0); }
EOF
echo 'size_t f_advance(struct set *t, tw_tick now) { return set_advance(t, now); }' >advance.h
sets="bigwheel heap4 hwheel rbtree skiplist smallwheel sortedlist wheel"
for of in $sets; do
    [ $of = sortedlist ] && header=skiplist || header=$of
    for part in verbs advance; do
        printf '#include "%s.h"\n#include "post.h"\nTW_TIMERS_OF(set, %s)\nTW_POSTS_OF(set)\n#include "%s.h"\n' $header $of $part >$part.$of.c
    done
done

cat >objects.h <<'EOF'
struct item {
    double key;
    struct tw_node node;
};
static bool item_before(const struct item *a, const struct item *b) { return a->key < b->key; }
ITEMS(items, struct item, node, item_before)
bool f_add(struct items *q, struct item *x) { return items_add(q, x); }
bool f_cancel(struct items *q, struct item *x) { return items_cancel(q, x); }
bool f_update(struct items *q, struct item *x) { return items_update(q, x); }
struct item *f_pop(struct items *q) { return items_pop(q); }
const char *f_check(struct items *q) { return items_check(q); }
#ifndef TW_HEAP4_H
struct item *f_bound(struct items *q, struct item *x) { return items_lower_bound(q, x); }
#endif
EOF
ordered="heap4 rbtree skiplist"
for of in $ordered; do
    OF=$(echo $of | tr a-z A-Z)
    printf '#include "%s.h"\n#define ITEMS TW_%s_OF\n#include "objects.h"\n' $of "$OF" >objects.$of.c
done
# Two sets and a queue over one structure: what their verbs share stays folded too.
{
    sed 's/ITEMS(items/TW_HEAP4_OF(items/; s/f_/g_/' objects.h >mixed.objects.h
    printf '#include "heap4.h"\n#include "post.h"\nTW_TIMERS_OF(set, heap4)\nTW_POSTS_OF(set)\nTW_TIMERS_OF(other, heap4)\n'
    printf '#include "mixed.objects.h"\n#include "verbs.h"\n'
    echo 'bool h_add(struct other *t, struct tw_node *n, tw_tick due) { return other_add(t, n, due); }'
} >mixed.c
cat >runtime.c <<'EOF'
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "hwheel.h"
#include "timers.h"
EOF

indirect() { # FILE: how many indirect calls and jumps
    "$1" -std=c99 -O2 -fcf-protection=none -fno-jump-tables -I"$TW_SOURCE" -I. -c "$2.c" -o "$2.o"
    objdump -d "$2.o" >"$2.asm"
    grep -q '<f_\|<tw_timers_' "$2.asm" || exit 1 # no code was read
    awk '/(call|jmp)q? +\*/ { n++ } END { print n + 0 }' "$2.asm"
}

expect() { # FILE WANTED
    got=$(indirect "$compiler" "$1")
    echo "$1: $got indirect calls"
    [ "$got" "$2" "$3" ] || { echo "FAILED: not $2 $3"; exit 1; }
}

compiler=$1
[ -n "${TW_DAY-}" ] || for f in verbs.*.c advance.*.c objects.*.c mixed.c runtime.c; do # where nothing is forced inline in time, all must compile at least
    "$compiler" -std=c99 -Og -I"$TW_SOURCE" -I. -c "$f" -o debug.o || { echo "FAILED: $f with -Og"; exit 1; }
done
for of in $sets; do
    expect verbs.$of -eq 0
    expect advance.$of -eq 1 # the callback
done
for of in $ordered; do
    expect objects.$of -eq 0
done
expect mixed -eq 0
expect runtime -gt 5 # the table of operations: so the count above can fail
