#!/bin/sh
# The first program of README.md is examples/basics/hello.c and works as pasted, with the command beside it; its
# box tells the truth; and every file that README.md and tests/README.md link to is there. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE/heap4.h" "$TW_SOURCE/node.h" "$TW_SOURCE/verbs.h" "$TW_SOURCE/timers.h" .

sed -n '/^```c$/,/^```$/p; /^## /q' "$TW_SOURCE/README.md" | sed '1d;$d' >hello.c
test -s hello.c
sed -n '/^#define _POSIX/,$p' "$TW_SOURCE/examples/basics/hello.c" | diff hello.c -
command=$(sed -n '/^```c$/,/^## /{s/^    \(cc .*\)/\1/p;}' "$TW_SOURCE/README.md")
[ "$command" = "cc hello.c -o hello && ./hello" ] || { echo "FAILED: the command is '$command'"; exit 1; }
sh -ec "$command" >output 2>&1 || { cat output; echo "FAILED: $command"; exit 1; }
[ "$(tr '\n' ' ' <output)" = "beat beat beat beat beat " ] || { cat output; echo "FAILED: the program's output"; exit 1; }

# The box. Real time is counted in tenths of a millisecond, and the clock shows whole ones.
cat >box.c <<'EOT'
#include "heap4.h"
#include "timers.h"
TW_TIMERS_OF(timers, heap4)
static int fired;
static void fire(struct tw_node *n, tw_tick now) { fired += n->due <= now; }
int main(void) {
    static TW_HEAP4_ARRAY(room, 4);
    struct tw_node n = TW_NODE(fire);
    struct timers t;
    uint32_t millis = UINT32_MAX - 2;
    unsigned tenths, least[2] = {1000, 1000}, extra, start;

    timers_init(&t, millis, room, 4); /* a counter of 32 bits that wraps: armed again and again, for 10 ms each */
    for (tenths = 0; tenths < 1000; tenths++, timers_advance(&t, ++millis))
        if (!timers_count(&t))
            timers_add(&t, &n, (tw_tick)(millis + (tw_tick)10));
    if (TW_TICK_BITS == 64 ? fired != 0 : fired < 90)
        return 1;

    for (extra = 0; extra < 2; extra++)
        for (start = 100; start < 110; start++) {
            timers_init(&t, 0, room, 4);
            tw_node_init(&n, fire);
            timers_add(&t, &n, start / 10 + 5 + extra);
            for (tenths = start; timers_advance(&t, tenths / 10) == 0 && tenths < 1000;)
                tenths++;
            if (tenths - start < least[extra])
                least[extra] = tenths - start;
        }
    return least[0] != 41 || least[1] < 50;
}
EOT
for bits in 32 64; do
    cc -std=c99 -DTW_TICK_BITS=$bits box.c -o box
    ./box || { echo "FAILED: README.md's box, with ticks of $bits bits"; exit 1; }
done

cd "$TW_SOURCE"
for page in README.md tests/README.md; do
    for link in $(grep -o '](\([^)]*\))' $page | tr -d '()]'); do
        test -e "$(dirname $page)/$link" || { echo "FAILED: $page links to $link"; exit 1; }
    done
done
for folder in tests/*/; do
    grep -q "^| \[$(basename "$folder")/\](" tests/README.md || { echo "FAILED: tests/README.md has no row for $folder"; exit 1; }
done
echo "ok"
