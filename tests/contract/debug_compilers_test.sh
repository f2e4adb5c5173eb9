#!/bin/sh
# debug_compilers_test.sh COMPILER: all cases of debug.c at -O0 and -O2, by day at -O0, since compilers differ in which
# argument of a call they evaluate first. And a program of one thread whose plug-in arms a timer, with symbols of its own: no mistake.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need "$1"
[ "$1" = clang ] || need valgrind
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
contract=$TW_SOURCE/tests/contract
fail() { echo "FAILED: $*"; exit 1; }

levels="-O0 -O2"
[ -z "${TW_DAY-}" ] || levels=-O0
for level in $levels; do
    "$1" -std=c99 $level -pthread -DTW_DEBUG "-I$TW_SOURCE" "$contract/debug.c" "$contract/debug_ticks.c" \
        "$contract/debug_layout.c" "$contract/debug_same.c" "$contract/debug_plain.c" -o debug
    ./debug >said 2>&1 || { grep -v ': passed$' said; fail "debug.c by $1 $level"; }
done

cat >set.h <<'END'
#include "heap4.h"
#include "timers.h"
TW_TIMERS_OF(timers, heap4)
END
cat >plugin.c <<'END'
#include "set.h"
static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }
static struct tw_node node = TW_NODE(fire);
__attribute__((visibility("default"))) bool arm(struct timers *t);
bool arm(struct timers *t) { return timers_add(t, &node, 5); }
END
cat >program.c <<'END'
#include "set.h"
#include <dlfcn.h>
static struct timers t;
static struct tw_node node;
static TW_HEAP4_ARRAY(room, 4);
int main(int argc, char **argv) {
    void *plugin = dlopen(argv[argc - 1], RTLD_NOW);
    bool (*arm)(struct timers *t);

    if (!plugin)
        return 1;
    *(void **)&arm = dlsym(plugin, "arm");
    timers_init(&t, 0, room, 4);
    return !(timers_add(&t, &node, 7) && arm(&t) && timers_cancel(&t, &node) && timers_advance(&t, 5) == 1);
}
END
"$1" -std=gnu99 -DTW_DEBUG "-I$TW_SOURCE" -fPIC -shared -fvisibility=hidden plugin.c -o plugin.so
"$1" -std=gnu99 -DTW_DEBUG "-I$TW_SOURCE" -fvisibility=hidden program.c -o program -ldl
./program "$TW_WORK/plugin.so" || fail "a plug-in by $1"

# Before a node is armed its memory may hold anything, and neither memory checker minds.
cat >fresh.c <<'END'
#include "set.h"
#include <stdlib.h>
static struct timers t;
static TW_HEAP4_ARRAY(room, 4);
static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }
int main(void) {
    struct tw_node *n = malloc(sizeof *n);
    if (!n)
        return 1;
    tw_node_init(n, fire);
    timers_init(&t, 0, room, 4);
    timers_add(&t, n, 5);
    timers_advance(&t, 9);
    free(n);
    return 0;
}
END
case $1 in gcc) checker="valgrind -q --error-exitcode=1" flag=-g ;; *) checker= flag=-fsanitize=memory ;; esac
for level in -O0 -O2; do
    "$1" -std=c99 $level $flag -DTW_DEBUG "-I$TW_SOURCE" fresh.c -o fresh
    $checker ./fresh || fail "fresh memory, by $1 $level"
done
echo "ok"
