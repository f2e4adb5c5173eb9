#!/bin/sh
# other_compilers_test.sh msvc|plain|tcc: a file that makes sets and queues of all structures and calls few of their verbs
# compiles without a warning where __GNUC__ is not defined: with clang for an MSVC target, and one with posts; with gcc,
# told that it is not itself, which then warns of unused functions and gets no attribute; with tcc, whose program must
# give the right answers too. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

{
    for h in bigwheel heap4 hwheel rbtree skiplist smallwheel wheel timers; do echo "#include \"$h.h\""; done
    cat <<'END'
struct job {
    int key;
    struct tw_node node;
};
static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }
TW_WHEEL_OF(ring, struct job, node)
TW_HWHEEL_OF(rings, struct job, node)
TW_BIGWHEEL_OF(large_rings, struct job, node)
#if TW_TICK_BITS > 16 /* an int is no wider */
TW_HEAP4_BY(by_key, struct job, node, key)
#endif
END
    for of in heap4 rbtree skiplist; do
        echo "TW_$(echo $of | tr a-z A-Z)_OF(of_$of, struct job, node, job_before)"
    done
    for of in heap4 smallwheel hwheel bigwheel rbtree skiplist sortedlist wheel; do
        echo "TW_TIMERS_OF(set_$of, $of)"
        echo "static struct set_$of a_$of;"
    done
    cat <<'END'
static int order;
static void fire(struct tw_node *n, tw_tick now) { order = order * 10 + TW_OF(n, struct job, node)->key + (now != 9); }
static struct job job[3] = {{1, TW_NODE(fire)}, {2, TW_NODE(fire)}, {3, TW_NODE(fire)}};
static TW_HEAP4_ARRAY(room, 8);
static TW_SKIPLIST_ARRAY(lanes, 8);
static TW_WHEEL_ARRAY(slots, 8);
/* Of three timers two have one deadline: what fires when, as digits. */
#define TRY(of, array)                                                                                              \
    (order = 0, set_##of##_init(&a_##of, 0, array, 8), set_##of##_add(&a_##of, &job[0].node, 7) &&                  \
    set_##of##_add(&a_##of, &job[1].node, 5) && set_##of##_add(&a_##of, &job[2].node, 7) &&                         \
    set_##of##_advance(&a_##of, 4) == 0 && set_##of##_advance(&a_##of, 9) == 3 && order == 213)
int main(void) {
    return TRY(heap4, room) && TRY(hwheel, 0) && TRY(smallwheel, 0) && TRY(bigwheel, 0) && TRY(rbtree, 0) &&
                   TRY(skiplist, lanes) && TRY(sortedlist, 0) && TRY(wheel, slots) ? 0 : 1;
}
END
} >faces.c
for mode in '' '#define TW_IMPLEMENTATION' '#define TW_STATIC
#define TW_IMPLEMENTATION'; do
    i=$((${i-0} + 1))
    files="${files-} faces.$i.c"
    { echo "$mode"; cat faces.c; } >faces.$i.c
done

printf '#include "timers.h"\nint main(void) { return 0; }\n' >nothing.c # uses nothing at all
files="$files nothing.c"

each() { # COMPILER...: compiles every file for every tick width
    for bits in 16 32 64; do
        for f in $files; do
            "$@" "-DTW_TICK_BITS=$bits" "-I$TW_SOURCE" -c "$f" -o faces.o >message 2>&1 && [ ! -s message ] || {
                cat message
                echo "FAILED: $* -DTW_TICK_BITS=$bits $f"
                exit 1
            }
        done
    done
    echo "ok: $*"
}

warnings="-Wall -Wextra -Wunused -Wpedantic -Wconversion -Wshadow -Wcast-qual"
case $1 in
msvc)
    need clang
    cat >posts.c <<'END' # with the atomics of clang, which MSVC has not
#include "hwheel.h"
#include "post.h"
TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)
static struct timers set;
static struct tw_posts inbox;
static struct tw_post post;
int main(void) { return tw_post_arm(&inbox, &post, 5) && timers_drain(&set, &inbox, 0) == 1 ? 0 : 1; }
END
    files="$files posts.c"
    for language in "c -std=c99" "c++ -std=c++14 -Wold-style-cast"; do
        # shellcheck disable=SC2086
        each clang --target=x86_64-pc-windows-msvc -fms-compatibility -ffreestanding $warnings -O0 -x $language
    done
    ;;
plain)
    need gcc
    need g++
    # shellcheck disable=SC2086
    each gcc -x c -std=c99 -U__GNUC__ -ffreestanding $warnings -O0
    # shellcheck disable=SC2086
    each g++ -x c++ -std=c++11 -U__GNUC__ -ffreestanding $warnings -O0
    ;;
tcc)
    need tcc
    each tcc -Wall -Wunsupported -Wwrite-strings
    each tcc -Wall -Wunsupported -Wwrite-strings -DTW_DEBUG
    for bits in 16 32 64; do
        for debug in "" -DTW_DEBUG; do
            # shellcheck disable=SC2086
            tcc $debug -DTW_TICK_BITS=$bits "-I$TW_SOURCE" faces.2.c -o program
            ./program || { echo "FAILED: the program of tcc $debug with ticks of $bits bits gives wrong answers"; exit 1; }
        done
    done
    ;;
esac
