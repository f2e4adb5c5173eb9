#!/bin/sh
# dist/tw.h is what tools/amalgamate.sh makes of the headers, compiles alone in every way in which they do, and works: one
# file implements, another one uses, a third one uses the headers themselves. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/alone" && cd "$TW_WORK"

sh "$TW_SOURCE/tools/amalgamate.sh" >tw.h
diff tw.h "$TW_SOURCE/dist/tw.h" >difference || {
    cat difference
    echo "FAILED: dist/tw.h is old: tools/amalgamate.sh >dist/tw.h"
    exit 1
}
[ "$(grep -c 'Permission is hereby granted' tw.h)" -eq 1 ] || { echo "FAILED: one licence, once"; exit 1; }

# Alone: no other header of ours can be found from there.
cp tw.h alone
strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror -fsyntax-only -Ialone"
end='int tw_test_not_empty(void); int tw_test_not_empty(void) { return 0; }'
for mode in '' '#define TW_IMPLEMENTATION' '#define TW_HEAP4_IMPLEMENTATION' \
    '#define TW_STATIC
#define TW_IMPLEMENTATION'; do
    printf '%s\n#include "tw.h"\n%s\n' "$mode" "$end" >once.c
    printf '%s\n#include "tw.h"\n#include "tw.h"\n%s\n' "$mode" "$end" >twice.c
    printf '#include "tw.h"\n%s\n#include "tw.h"\n%s\n' "${mode#*TW_STATIC?}" "$end" >late.c # declared, then implemented
    for f in once twice late; do
        for bits in 16 32 64; do
            # shellcheck disable=SC2086
            cc -x c -std=c99 -Wstrict-prototypes $strict -DTW_TICK_BITS=$bits $f.c &&
                c++ -x c++ -std=c++11 -Wold-style-cast $strict -DTW_TICK_BITS=$bits $f.c || {
                cat $f.c
                echo "FAILED: $f.c with ticks of $bits bits"
                exit 1
            }
        done
    done
done

cat >owner.c <<'EOT'
#include "tw.h"
#define TW_IMPLEMENTATION /* after the guard has closed */
#include "tw.h"
#ifdef __cplusplus
extern "C" {
#endif
int puts(const char *line);
int uses_one(const struct tw_ops *ops, void *in, void *room);
int uses_headers(const struct tw_ops *ops, void *in, void *room);
#ifdef __cplusplus
}
#endif
int main(void) {
    static const struct tw_ops *const all[] = {&tw_heap4_ops,      &tw_rbtree_ops, &tw_skiplist_ops,
                                               &tw_sortedlist_ops, &tw_wheel_ops,  &tw_hwheel_ops, &tw_bigwheel_ops};
    static union {
        struct tw_node align;
        unsigned char byte[1 << 19];
    } in, room;
    unsigned i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->size > sizeof in || all[i]->bytes(16) > sizeof room || !uses_one(all[i], &in, &room) ||
            !uses_headers(all[i], &in, &room))
            return puts(all[i]->name), 1;
    return 0;
}
EOT
cat >body.c <<'EOT'
/* Three timers, of which two are equal and one is cancelled, over any structure; and a folded set. */
TW_TIMERS_OF(folded, hwheel)
static int order;
static void fire(struct tw_node *n, tw_tick now) { order = order * 100 + (int)n->due + (int)now; }
#ifdef __cplusplus
extern "C"
#endif
int USES(const struct tw_ops *ops, void *in, void *room);
int USES(const struct tw_ops *ops, void *in, void *room) {
    struct tw_node a = TW_NODE(fire), b = TW_NODE(fire), c = TW_NODE(fire);
    static struct folded set;
    struct tw_timers t;
    tw_tick next = 0;
    order = 0;
    tw_timers_init(&t, 0, ops, in, room, 16);
    if (!tw_timers_add(&t, &a, 7) || !tw_timers_add(&t, &b, 5) || !tw_timers_add(&t, &c, 6) ||
        !tw_timers_cancel(&t, &c) || !tw_timers_next(&t, &next) || next != 5)
        return 0;
    if (tw_timers_advance(&t, 6) != 1 || tw_timers_advance(&t, 9) != 1 || order != 1116)
        return 0;
    folded_init(&set, 0, NULL, 0);
    return folded_add(&set, &a, 3) && folded_advance(&set, 3) == 1 && order == 111606;
}
EOT
printf '#define USES uses_one\n#include "alone/tw.h"\n#include "body.c"\n' >one.c
printf '#define USES uses_headers\n' >headers.c
for h in $(sed -n '2s/.*these: \(.*\)\.$/\1/p' tw.h); do echo "#include \"$TW_SOURCE/$h\""; done >>headers.c
echo '#include "body.c"' >>headers.c

for f in owner one headers; do
    cc -x c -std=c99 -O2 -Ialone -c $f.c -o $f.c.o
    c++ -x c++ -std=c++11 -O2 -Ialone -c $f.c -o $f.cc.o
done
for files in "owner.c.o one.c.o headers.c.o" "owner.cc.o one.cc.o headers.cc.o" "owner.c.o one.cc.o headers.c.o" \
    "owner.cc.o one.c.o headers.cc.o"; do
    # shellcheck disable=SC2086
    c++ $files -o program
    ./program || { echo "FAILED: the program made of $files gives wrong answers"; exit 1; }
done

if cc -DTW_STATIC -Ialone -fsyntax-only body.c -include alone/tw.h 2>message; then echo "FAILED: TW_STATIC alone"; exit 1; fi
grep -q 'TW_STATIC wants #define TW_IMPLEMENTATION' message || { cat message; exit 1; }

# The switch of one header gives that one only.
cat >heap.c <<'EOT'
#define TW_TIMERS_IMPLEMENTATION
#define TW_HEAP4_IMPLEMENTATION
#include "tw.h"
int main(void) {
    struct tw_timers t;
    struct tw_heap4 h;
    tw_timers_init(&t, 0, &tw_heap4_ops, &h, 0, 0);
    return tw_heap4_count(&h) != 0;
}
EOT
cc -std=c99 -Ialone heap.c -o heap && ./heap || { echo "FAILED: TW_HEAP4_IMPLEMENTATION alone"; exit 1; }
sed s/HEAP4_IMPL/WHEEL_IMPL/ heap.c >wheel.c
if cc -std=c99 -Ialone wheel.c -o wheel 2>/dev/null; then echo "FAILED: one switch gives all"; exit 1; fi
echo "ok"
