#!/bin/sh
# README.md: its program is examples/basics/first.c, has the lines that the page says, and needs no other files than the
# page names, or one file of dist, or the folder that every package gives; its table names each file of dist, and the
# headers that are enough in place of it; its box tells the truth; and every example is in its table. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/headers" "$TW_WORK/dist" "$TW_WORK/package" && cd "$TW_WORK"

sed -n '/^```c$/,/^```$/p; /^## /q' "$TW_SOURCE/README.md" | sed '1d;$d' >first.c
test -s first.c
sed -n '/^#include/,$p' "$TW_SOURCE/examples/basics/first.c" | diff first.c -
grep -q '^Eleven lines below the includes' "$TW_SOURCE/README.md" && [ "$(grep -c '^[^#]' first.c)" -eq 11 ] ||
    { echo "FAILED: the program has $(grep -c '^[^#]' first.c) lines below the includes"; exit 1; }

# What the page says of vendoring: these files in a folder tw, or one, or the folder that every package gives.
mkdir headers/tw
for header in compiler node verbs timers hwheel slots; do cp "$TW_SOURCE/$header.h" headers/tw; done
cp first.c headers
cp "$TW_SOURCE/dist/tw_hwheel.h" dist
sed '/^#include <tw\/timers.h>$/d; s/<tw\/hwheel.h>/"tw_hwheel.h"/' first.c >dist/first.c
ln -s "$TW_SOURCE/include/tw" package/tw
cp first.c package
[ "$(grep -c '^#include <tw/' package/first.c)" -eq 2 ] || { echo "FAILED: the program includes other headers"; exit 1; }
for folder in headers dist package; do
    (cd $folder && cc -I. first.c -o first && ./first >output) || { echo "FAILED: the program, with $folder"; exit 1; }
    grep -qx 'idle since 20000, closed at 50000' $folder/output || { cat $folder/output; echo "FAILED: its output"; exit 1; }
done

# The table of the vendoring: the files of dist, each of which includes no other header of ours but as the table says; and
# the same headers beside the four that the page names.
sed -n '/^| file | has |/,/^$/s/^| `/`/p' "$TW_SOURCE/README.md" | tr -d '`' >rows
cut -d '|' -f 1 rows | tr -s ', ' '\n' | grep . | sort >named
ls "$TW_SOURCE/dist" | LC_ALL=C sort | diff - named || { echo "FAILED: < is in dist, > is in README.md's table"; exit 1; }
while IFS='|' read -r files has headers; do
    for file in $(echo "$files" | tr -d ,); do
        own=${file#tw_}
        case $file in tw.h) own=hwheel.h headers=$(cd "$TW_SOURCE" && ls ./*.h) ;; debug.h) continue ;; esac
        case $file in *.hpp) compiler="c++ -std=c++17 -x c++" ;; *) compiler=cc ;; esac
        rm -rf one && mkdir -p one/tw
        for header in compiler.h node.h verbs.h timers.h "$own" $(echo "$headers" | tr -s ', ' '\n' | grep '[.]hp*$'); do
            cp "$TW_SOURCE/$header" one/tw
        done
        printf '#define TW_IMPLEMENTATION\n#include <tw/%s>\n' "$own" >one/main.c
        $compiler -fsyntax-only -Ione one/main.c || { echo "FAILED: the headers for $file"; exit 1; }
        rm -rf one && mkdir -p one
        cp "$TW_SOURCE/dist/$file" one
        case $has in *tw_heap4.h*) cp "$TW_SOURCE/dist/tw_heap4.h" one ;; esac
        printf '#define TW_IMPLEMENTATION\n#include "%s"\n' "$file" >one/main.c
        $compiler -fsyntax-only one/main.c || { echo "FAILED: $file alone"; exit 1; }
    done
done <rows

# Each program of the page over the files of dist.
awk '/^```c$/ { on = 1; file = "page." NR ".c"; next } /^```$/ { on = 0 } on { print >file }' "$TW_SOURCE/README.md"
for page in $(grep -l '^int main' page.*.c); do
    sed -n 's,^#include <tw/\(.*\)>$,\1,p' "$page" | while read -r header; do
        if [ -f "$TW_SOURCE/dist/tw_$header" ]; then echo "#include \"tw_$header\""; fi
    done >over.c
    grep -v '^#include <tw/' "$page" >>over.c
    cc "-I$TW_SOURCE/dist" over.c -o over || { echo "FAILED: $page over dist"; exit 1; }
done

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
    cc -std=c99 -DTW_TICK_BITS=$bits "-I$TW_SOURCE" box.c -o box
    ./box || { echo "FAILED: README.md's box, with ticks of $bits bits"; exit 1; }
done

cd "$TW_SOURCE"
for example in examples/basics/*.c examples/servers/*.c examples/threads/*.c examples/simulation/*.c; do
    grep -q "]($example)" README.md || { echo "FAILED: README.md has no $example"; exit 1; }
done
for folder in tests/*/; do
    grep -q "^| \[$(basename "$folder")/\](" tests/README.md || { echo "FAILED: tests/README.md has no row for $folder"; exit 1; }
done
echo "ok"
