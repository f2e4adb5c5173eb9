#!/bin/sh
# footprint.sh - what the headers cost in firmware, as a table in Markdown: docs/footprint.md is what it prints.
# Takes arm-none-eabi-gcc; the figures are those of a Cortex-M0 at -Os with 32-bit ticks, and exact for the compiler named.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

small="-DTW_HWHEEL_FIRST_BITS=4 -DTW_HWHEEL_UPPER_BITS=4 -DTW_HWHEEL_LEVELS=4"
flags="-mcpu=cortex-m0 -mthumb -Os -std=c99 -ffreestanding -DTW_TICK_BITS=32 -I$top $small"

# The application: it inits, adds, cancels, asks next and advances. With STUBS the same calls do nothing.
cat >app.c <<'END'
#include HEADER
#include "timers.h"
#ifdef STUBS
struct set {
    int nothing;
};
#define STUB static __attribute__((noinline))
STUB void set_init(struct set *t, tw_tick now, void *array, size_t n) { (void)t, (void)now, (void)array, (void)n; }
STUB bool set_add(struct set *t, struct tw_node *n, tw_tick due) { return (void)t, (void)n, (void)due, true; }
STUB bool set_cancel(struct set *t, struct tw_node *n) { return (void)t, (void)n, true; }
STUB bool set_next(struct set *t, tw_tick *due) { return (void)t, (void)due, true; }
STUB size_t set_advance(struct set *t, tw_tick now) { return (void)t, (void)now, 0; }
#else
MAKE
#endif
struct set set;
struct tw_node node[2];
volatile tw_tick in, out;
#ifndef ROOM
#define ROOM NULL, 0
#else
ARRAY
#endif
static void fire(struct tw_node *n, tw_tick now) { out = now + n->due; }
int main(void);
int main(void) {
    tw_tick due = 0;
    node[0].fn = fire;
    set_init(&set, in, ROOM);
    for (;;) {
        if (in == 0)
            out = set_add(&set, &node[0], in);
        if (in == 1)
            out = set_cancel(&set, &node[0]);
        if (in == 2) {
            out = set_next(&set, &due);
            out = due;
        }
        if (in == 3)
            out = set_advance(&set, in);
    }
}
void _start(void);
void _start(void) { main(); }
END

text() { arm-none-eabi-size "$1" | awk 'NR == 2 { print $1 }'; }
linked() { # FLAG...: bytes of code of the application
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $flags -ffunction-sections -fdata-sections -Wl,--gc-sections -nostdlib "$@" app.c -o app.elf
    text app.elf
}
number() { # EXPRESSION HEADER...: its value, by the compiler
    expression=$1
    shift
    {
        for header; do echo "#include \"$header\""; done
        echo "char number[$expression];"
    } >number.c
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $flags -I. -x c -c number.c -o number.o
    arm-none-eabi-nm -S number.o | awk '$4 == "number" { print $2 }' | sed 's/^0*//' | tr a-f A-F | sed 's/^/ibase=16;/' | bc
}

stub=$(linked -DSTUBS '-DHEADER="timers.h"')

cat <<END
# Footprint

What the headers cost a Cortex-M0 with 32-bit ticks, at -Os. hwheel has four levels of 4 bits. The compiler is
$(arm-none-eabi-gcc --version | head -n 1).
This page is what tools/footprint.sh prints; a test holds the figures to their bounds and the page to the script.

- linked: the code of a program that inits, adds, cancels, asks next and advances through timers.h, less that of the
  same program with functions of these names that do nothing; the linker drops functions that nobody calls.
- whole: all compiled functions of the structure as one object, without check() (TW_CHECK 0), and with it.
- RAM: the set, clock included, without an array.
- per timer: the node and its share of an array of 64.

| structure | linked | bound | whole | bound | with check() | bound | RAM of the set | per timer |
|---|---|---|---|---|---|---|---|---|
END
row() { # STRUCTURE HEADER BOUND-LINKED BOUND-WHOLE BOUND-WITH-CHECK BYTES-OF-ARRAY-FOR-64 [FLAG...]
    of=$1 header=$2 most=$3 whole_most=$4 check_most=$5 array=$6
    shift 6
    code=$(linked "-DHEADER=\"$header.h\"" "-DMAKE=TW_TIMERS_OF(set, $of)" "$@")
    upper=$(echo "$header" | tr a-z A-Z)
    printf '#define TW_%s_IMPLEMENTATION\n#include "%s.h"\n' "$upper" "$header" >whole.c
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $flags -DTW_CHECK=0 -c whole.c -o whole.o && arm-none-eabi-gcc $flags -c whole.c -o checked.o
    ram=$(number "sizeof(struct tw_clock) + sizeof(struct tw_$of)" "$header.h" timers.h)
    timer=$(number "sizeof(struct tw_node) + ($array + 63) / 64" "$header.h")
    whole=$(text whole.o) checked=$(text checked.o)
    [ "$of" != sortedlist ] || whole=- checked=- # it has no compiled functions
    echo "| $of | $((code - stub)) | $most | $whole | $whole_most | $checked | $check_most | $ram | $timer |"
}
row heap4 heap4 724 640 820 'TW_HEAP4_BYTES(64)' '-DROOM=room, 8' '-DARRAY=static TW_HEAP4_ARRAY(room, 8);'
row sortedlist skiplist 492 - - 0
row skiplist skiplist 900 880 1280 'TW_SKIPLIST_BYTES(64)' '-DROOM=lanes, 8' '-DARRAY=static TW_SKIPLIST_ARRAY(lanes, 8);'
row rbtree rbtree 1024 960 1310 0
row wheel wheel 1080 920 1300 0 '-DROOM=slots, 8' '-DARRAY=static TW_WHEEL_ARRAY(slots, 8);'
row hwheel hwheel 1006 1060 1400 0

# Posts, with the masks that their manual proposes.
{
    sed -n '/static inline unsigned mask(void)/,/static inline void unmask/p' "$top/post.h"
    cat <<'END'
#define TW_POST_MASK() mask()
#define TW_POST_UNMASK(was) unmask(was)
#include "post.h"
END
} >posts.h
cat >posts.c <<'END'
#include "posts.h"
struct set;
bool set_add(struct set *t, struct tw_node *n, tw_tick due);
bool set_cancel(struct set *t, struct tw_node *n);
TW_POSTS_OF(set)
bool arm(struct tw_posts *q, struct tw_post *p, tw_tick due) { return tw_post_arm(q, p, due); }
bool cancel(struct tw_posts *q, struct tw_post *p) { return tw_post_cancel(q, p); }
size_t drain(struct set *t, struct tw_posts *q, tw_post_fn *refused) { return set_drain(t, q, refused); }
END
# shellcheck disable=SC2086
arm-none-eabi-gcc $flags -I. -c posts.c -o posts.o
cat <<END

post.h comes on top: tw_post_arm, tw_post_cancel and the drain of one set, interrupts masked by PRIMASK.

| posts | code | bound | RAM of the inbox | a post, its timer included |
|---|---|---|---|---|
| post | $(text posts.o) | 260 | $(number "sizeof(struct tw_posts)" posts.h) | $(number "sizeof(struct tw_post)" posts.h) |

Bytes per timer elsewhere: the node has 40 on a 64-bit machine and 12 on AVR (32-bit ticks); heap4 adds a cell of 24
and 6, skiplist about 12 and 4, the others nothing.
END
