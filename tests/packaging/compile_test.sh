#!/bin/sh
# compile_test.sh gcc|clang|cross: every header alone, twice, and all together, as every language, for every tick width,
# declared and implemented, warnings as errors. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
family=$1
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror -D_POSIX_C_SOURCE=200809L -I$TW_SOURCE"
headers=$(cd "$TW_SOURCE" && ls ./*.h | sed 's|^\./||' | grep -v '^delayqueue\.h$')

# The sources to compile: for each header alone and for all, with what goes before. delayqueue.h wants 64-bit ticks and
# threads: it stands alone and with all in sources of its own.
for set in $headers all delayqueue.h delayqueue.all; do
    case $set in
    all) list=$headers ;;
    delayqueue.all) list="$headers delayqueue.h" ;;
    *) list=$set ;;
    esac
    for mode in plain implementation static late; do
        {
            case $mode in
            implementation) echo '#define TW_IMPLEMENTATION' ;;
            static) printf '#define TW_STATIC\n#define TW_IMPLEMENTATION\n' ;;
            esac
            for h in $list $list; do echo "#include \"$h\""; done
            if [ $mode = late ]; then # declared first, implemented by a second include
                echo '#define TW_IMPLEMENTATION'
                for h in $list; do echo "#include \"$h\""; done
            fi
            echo 'int tw_test_not_empty(void);'
            echo 'int tw_test_not_empty(void) { return 0; }'
        } >"$set.$mode.c"
    done
done
cat >doors.c <<'EOF'
#ifdef __cplusplus
#define NONE nullptr
#else
#define NONE NULL
#endif
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "post.h"
struct job {
    double key;
    struct tw_node node;
};
static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }
TW_HEAP4_OF(jobq, struct job, node, job_before)
TW_TIMERS_OF(timers, heap4)
TW_HWHEEL_OF(beats, struct job, node)
#ifdef TW_BIGWHEEL_OF /* not on AVR */
TW_BIGWHEEL_OF(big_beats, struct job, node)
TW_TIMERS_OF(big_wheels, bigwheel)
#endif
TW_TIMERS_OF(wheels, hwheel)
TW_POSTS_OF(wheels)
TW_RBTREE_OF(jobtree, struct job, node, job_before)
TW_TIMERS_OF(trees, rbtree)
TW_SKIPLIST_OF(joblist, struct job, node, job_before)
TW_TIMERS_OF(lists, skiplist)
TW_TIMERS_OF(plains, sortedlist)
TW_WHEEL_OF(idlers, struct job, node)
TW_TIMERS_OF(rings, wheel)
static struct beats beat;
static struct wheels wheel;
static struct jobtree job_tree;
static struct trees tree;
static TW_SKIPLIST_ARRAY(lanes, 10);
static struct joblist job_list;
static struct lists list;
static struct plains plain;
static TW_WHEEL_ARRAY(slots, 64);
static struct idlers idler;
static struct rings ring;
static tw_tick last;
static void fire(struct tw_node *n, tw_tick now) { last = TW_OF(n, struct job, node)->key < 1 ? now : TW_TICK_MAX; }
static struct tw_node node = TW_NODE(fire);
static struct tw_posts inbox;
static struct tw_post post = TW_POST(fire);
static TW_HEAP4_ARRAY(room, 10);
static struct timers set;
static struct jobq queue;
int tw_test_doors(struct job *j);
int tw_test_doors(struct job *j) {
    tw_tick next = 0;
    timers_init(&set, 0, room, 10);
    jobq_init(&queue, 0, room, 10);
    beats_init(&beat, 0, NONE, 0);
    wheels_init(&wheel, 0, NONE, 0);
    if (beats_add(&beat, j, 9) && wheels_add(&wheel, &node, 5) && beats_take(&beat, 9) == j)
        wheels_cancel(&wheel, &node);
    if (tw_post_arm(&inbox, &post, 5) || tw_post_cancel(&inbox, &post) || tw_posts_any(&inbox))
        wheels_drain(&wheel, &inbox, NONE);
    jobtree_init(&job_tree, 0, NONE, 0);
    trees_init(&tree, 0, NONE, 0);
    joblist_init(&job_list, 0, lanes, 10);
    lists_init(&list, 0, NONE, 0);
    plains_init(&plain, 0, NONE, 0);
    idlers_init(&idler, 0, slots, 64);
    rings_init(&ring, 0, slots, 64);
    return timers_add(&set, &node, 5) + jobq_add(&queue, j) + timers_next(&set, &next) + (jobq_pop(&queue) == j) +
           jobtree_add(&job_tree, j) + (jobtree_lower_bound(&job_tree, j) == jobtree_after(&job_tree, j)) +
           joblist_add(&job_list, j) + (joblist_lower_bound(&job_list, j) == joblist_last(&job_list)) +
           idlers_add(&idler, j, 7) + (idlers_take(&idler, 9) == j) + trees_add(&tree, &node, 5) +
           lists_add(&list, &node, 5) + plains_add(&plain, &node, 5) + rings_add(&ring, &node, 5);
}
EOF
cat >delayqueue.doors.c <<'EOF'
#include "heap4.h"
#include "delayqueue.h"
TW_DELAYQUEUE_OF(delayed, heap4)
static struct delayed queue;
int tw_test_doors(struct tw_node *n);
int tw_test_doors(struct tw_node *n) { return delayed_put(&queue, n, 5) && delayed_take(&queue, TW_FOREVER) == n; }
EOF

cat >masks.h <<'EOF' # for processors that cannot exchange a word
#ifdef __cplusplus
extern "C" {
#endif
unsigned tw_test_mask(void);
void tw_test_unmask(unsigned was);
#ifdef __cplusplus
}
#endif
#define TW_POST_MASK()      tw_test_mask()
#define TW_POST_UNMASK(was) tw_test_unmask(was)
EOF

cat >virtual.cc <<'EOF' # a class with virtual functions inherits from tw_node; TW_OF would warn
#include "heap4.h"
#include "timers.h"
TW_TIMERS_OF(timers, heap4)
struct animal {
    virtual ~animal() {}
    int legs = 4;
};
struct dog : animal, tw_node {
    int barks = 0;
    dog() { tw_node_init(this, bark); }
    static void bark(struct tw_node *n, tw_tick) { static_cast<dog *>(n)->barks++; }
};
int main() {
    static TW_HEAP4_ARRAY(room, 4);
    struct timers set;
    dog d;
    timers_init(&set, 0, room, 4);
    return timers_add(&set, &d, 5) && timers_advance(&set, 5) == 1 && d.barks == 1 && d.legs == 4 ? 0 : 1;
}
EOF

# What holds all headers, and what beside it an option concerns.
united="./all.* ./doors.c ./delayqueue.all.* ./delayqueue.doors.c"
posts="$united ./post.* ./delayqueue.h.*"

# each COMPILER FLAGS [SOURCES]: every source, or those, for every tick width
each() {
    for bits in 16 32 64; do
        list=
        for f in ${3:-./*.c}; do
            case $1,$bits,$f in
            arm-*,./delayqueue.* | avr-*,./delayqueue.* | *,16,./delayqueue.* | *,32,./delayqueue.*) ;;
            *) list="$list $f" ;;
            esac
        done
        # shellcheck disable=SC2086
        $1 $2 $strict -DTW_TICK_BITS=$bits -fsyntax-only $list || {
            echo "FAILED: $1 $2 -DTW_TICK_BITS=$bits with one of$list"
            exit 1
        }
    done
    echo "ok: $1 $2"
}

# refused MESSAGE COMPILER FLAG...: an option that is not what it must be
refused() {
    wanted=$1
    shift
    if "$@" -std=c99 -I"$TW_SOURCE" -fsyntax-only doors.c 2>message; then
        echo "FAILED: $* is taken"
        exit 1
    fi
    grep -q "$wanted" message || {
        cat message
        exit 1
    }
}

case $family in
gcc | clang)
    need "$family"
    [ "$family" = gcc ] && cxx=g++ || cxx=clang++
    need $cxx
    c90="-Wdeclaration-after-statement -Wc++-compat"
    for std in c99 c2x; do each "$family" "-x c -std=$std -Wstrict-prototypes $c90"; done
    each "$family" "-x c -std=c11 -Wstrict-prototypes $c90" "$united"
    each "$family" "-x c -std=c11 -DTW_DQ_C11 -DTW_POST_C11" "$posts"
    each "$family" "-x c -std=c99 $c90 -include masks.h" "$posts"
    casts="-Wold-style-cast -Wzero-as-null-pointer-constant"
    [ "$family" = gcc ] && casts="$casts -Wuseless-cast"
    for std in c++11 c++2b; do each $cxx "-x c++ -std=$std $casts"; done
    for std in c++14 c++17 c++20; do each $cxx "-x c++ -std=$std $casts" "$united"; done
    each $cxx "-x c++ -std=c++11 $casts -DTW_CHECK=0"
    each $cxx "-x c++ -std=c++11 $casts -include masks.h" "$posts"
    # shellcheck disable=SC2086
    $cxx -std=c++11 $strict $casts virtual.cc -o virtual && ./virtual || { echo "FAILED: virtual functions"; exit 1; }
    refused 'this compiler has no atomics' "$family" -DTW_POST_C11
    if [ "$family" = gcc ] && [ "$(uname -m)" = x86_64 ]; then # the stack that timers.h promises
        for level in -O2 -Os; do
            # shellcheck disable=SC2086
            gcc -std=c99 $level -Wstack-usage=160 -Werror -D_POSIX_C_SOURCE=200809L "-I$TW_SOURCE" \
                -c delayqueue.all.implementation.c -o all.o
        done
    fi
    for one in '' -DTW_HEAP4_IMPLEMENTATION -DTW_TIMERS_IMPLEMENTATION; do
        refused 'TW_STATIC wants #define TW_IMPLEMENTATION' "$family" -DTW_STATIC $one
    done
    for bad in 8 33 foo '"64"'; do
        refused 'TW_TICK_BITS must be the plain number 16, 32 or 64' "$family" "-DTW_TICK_BITS=$bad"
    done
    for bad in 2 17 foo; do
        refused 'must be plain numbers from 3 to 16' "$family" "-DTW_HWHEEL_FIRST_BITS=$bad"
        refused 'must be plain numbers from 3 to 16' "$family" "-DTW_HWHEEL_UPPER_BITS=$bad"
    done
    refused 'TW_HWHEEL_LEVELS must be a plain number' "$family" -DTW_HWHEEL_LEVELS=1
    refused 'the last level must hold at least two bits' "$family" -DTW_HWHEEL_LEVELS=9
    refused 'the last level must hold at least two bits' "$family" -DTW_TICK_BITS=16 -DTW_HWHEEL_UPPER_BITS=7 \
        -DTW_HWHEEL_LEVELS=3
    ;;
cross)
    need arm-none-eabi-gcc
    need avr-gcc
    need s390x-linux-gnu-gcc
    each arm-none-eabi-gcc "-std=c99 -Wstrict-prototypes -mcpu=cortex-m0 -mthumb -ffreestanding -Os -include masks.h"
    each avr-gcc "-std=c99 -Wstrict-prototypes -mmcu=atmega328p -Os -include masks.h"
    for processor in "arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -DTW_TICK_BITS=64" \
        "avr-gcc -mmcu=atmega328p -DTW_TICK_BITS=16" "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -DTW_TICK_BITS=32"; do
        # shellcheck disable=SC2086
        refused 'cannot exchange so wide a word: define TW_POST_MASK' $processor
    done
    arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -DTW_TICK_BITS=16 "-I$TW_SOURCE" -fsyntax-only doors.c
    arm-none-eabi-gcc -std=c99 -mcpu=cortex-a7 -DTW_TICK_BITS=64 "-I$TW_SOURCE" -fsyntax-only doors.c
    each s390x-linux-gnu-gcc "-std=c99 -Wstrict-prototypes -O2"
    echo 'int main(void) { return 0; }' >m32.c
    gcc -m32 m32.c -o m32 2>/dev/null || skip "gcc has no -m32 here"
    each gcc "-m32 -std=c99 -Wstrict-prototypes"

    # Nothing is called but division, which tw_timers_wait_ms does: no memset made of a loop, no libc.
    arm-none-eabi-gcc -std=c99 -Os -mcpu=cortex-m0 -mthumb -ffreestanding -DTW_TICK_BITS=32 -I"$TW_SOURCE" \
        -include masks.h -c all.implementation.c -o all.o
    arm-none-eabi-nm -u all.o >undefined
    if grep -v '__aeabi_uldivmod\|__aeabi_uidiv' undefined; then
        echo "FAILED: the firmware build needs the functions above"
        exit 1
    fi
    ;;
esac
