#!/bin/sh
# Programs made with the files of dist/, run: one file implements and a second one uses the same file of dist/, a third one
# uses the headers; in C, in C++ and mixed. And the switch of one header compiles that header alone. Wants TW_SOURCE,
# TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source && ln -s "$TW_GENERATED" made # paths without blanks, for options in lists of words

cat >names.c <<'EOT'
#ifdef __cplusplus
extern "C" {
#endif
int puts(const char *line);
int dist(void);    /* 0: all is well; else the line of use.c that is wrong */
int headers(void); /* the same */
#ifdef __cplusplus
}
#endif
EOT
cat >main.c <<'EOT'
#include "names.c"
int main(void) { return dist() ? puts("dist"), 1 : headers() ? puts("headers"), 1 : 0; }
EOT

# Over a structure X: timers of a set that is chosen at run time, and of a folded one; posts; the structure itself; delay
# queues.
cat >use.c <<'EOT'
#include "names.c"
TW_TIMERS_OF(folded, X)
TW_POSTS_OF(folded)
TW_DELAYQUEUE_OF(jobs, X)
static struct tw_X in;
static struct folded set;
static struct jobs jobs;
static struct tw_delayqueue queue;
static struct tw_posts inbox;
static int order;
static void fire(struct tw_node *n, tw_tick now) { order = order * 100 + (int)n->due * 10 + (int)now; }
#define SEE(condition) if (!(condition)) return __LINE__
int USE(void) {
    static union { struct tw_node align; unsigned char byte[4000]; } memory;
    tw_X_array *room = (tw_X_array *)(void *)&memory;
    struct tw_node a = TW_NODE(fire), b = TW_NODE(fire), c = TW_NODE(fire), d = TW_NODE(fire);
    struct tw_post post = TW_POST(fire);
    struct tw_timers t;
    tw_tick next = 0;

    SEE(tw_X_ops.bytes(16) <= sizeof memory);
    tw_timers_init(&t, 0, &tw_X_ops, &in, room, 16);
    SEE(tw_timers_add(&t, &a, 7) && tw_timers_add(&t, &b, 5) && tw_timers_add(&t, &c, 6) && tw_timers_add(&t, &d, 5));
    SEE(tw_timers_cancel(&t, &c) && tw_timers_next(&t, &next) && next == 5);
    SEE(tw_timers_advance(&t, 6) == 2 && tw_timers_advance(&t, 9) == 1 && order == 565679);

    folded_init(&set, 0, room, 16);
    SEE(folded_add(&set, &a, 3) && folded_advance(&set, 2) == 0 && folded_advance(&set, 4) == 1 && order % 100 == 34);
    SEE(tw_post_arm(&inbox, &post, 5) && folded_drain(&set, &inbox, NULL) == 1 && folded_advance(&set, 5) == 1);

    tw_X_init(&in, 0, room, 16);
    SEE(tw_X_add(&in, &a, 9) && tw_X_count(&in) == 1 && tw_X_take(&in, 9) == &a);

    SEE(jobs_init(&jobs, room, 16) && jobs_put(&jobs, &a, 1) && jobs_try_take(&jobs) == &a && jobs_destroy(&jobs));
    SEE(tw_delayqueue_init(&queue, &tw_X_ops, &in, room, 16) && tw_delayqueue_put(&queue, &a, 1));
    SEE(tw_delayqueue_try_take(&queue) == &a && tw_delayqueue_destroy(&queue));
    return 0;
}
EOT

includes() { for name; do echo "#include \"$name\""; done; }
use() { # NAME X: the text of use.c as function NAME over X, behind the includes in NAME.h
    echo "#include \"$1.h\""
    sed "s/USE/$1/; s/tw_X/tw_$2/g; s/, X)/, $2)/" use.c
}

common="-D_POSIX_C_SOURCE=200809L -pthread -Wall -Wextra -Werror -Imade -Isource -c"
for one in heap4 rbtree sortedlist skiplist wheel smallwheel hwheel bigwheel all; do
    x=$one
    includes dist/tw_delayqueue.h dist/tw_post.h dist/tw_$x.h >dist.h
    if [ $one = all ]; then
        x=heap4
        { printf '#define TW_WITH_DELAYQUEUE\n#define TW_WITH_POST\n'; includes dist/tw.h; } >dist.h
    fi
    includes delayqueue.h post.h $x.h >headers.h
    { echo '#define TW_IMPLEMENTATION'; includes dist.h main.c; } >owner.c
    use dist $x >dist.c
    use headers $x >headers.c
    for f in owner dist headers; do
        # shellcheck disable=SC2086
        cc -x c -std=c99 $common $f.c -o $f.c.o || exit 1
        # shellcheck disable=SC2086
        c++ -x c++ -std=c++11 $common $f.c -o $f.cc.o || exit 1
    done
    for files in "owner.c.o dist.c.o headers.c.o" "owner.cc.o dist.cc.o headers.cc.o" "owner.c.o dist.cc.o headers.c.o" \
        "owner.cc.o dist.c.o headers.cc.o"; do
        # shellcheck disable=SC2086
        c++ -pthread $files -o program
        ./program || { echo "FAILED: $one: the program made of $files is wrong there"; exit 1; }
    done
done

# All files of dist/ in one program of one file; watch.h comes before the headers that it watches, none of which it counts.
{ printf '#define TW_STATIC\n#define TW_IMPLEMENTATION\n'; (cd "$TW_GENERATED" && includes dist/tw_watch.h dist/*.h) ; use dist bigwheel
    echo 'struct tw_watch *tw_watch_of(const struct tw_clock *set) { return (void)set, NULL; }'
    echo 'int headers(void) { return 0; }'; includes main.c; } >one.c
cc -std=c99 -D_POSIX_C_SOURCE=200809L -pthread -Imade -Isource one.c -o one && ./one || { echo "FAILED: one with all"; exit 1; }

# The switch of one header gives that header only.
{ printf '#define TW_TIMERS_IMPLEMENTATION\n#define TW_HEAP4_IMPLEMENTATION\n'; includes dist/tw.h
    echo 'int main(void) { struct tw_timers t; struct tw_heap4 h; tw_timers_init(&t, 0, &tw_heap4_ops, &h, 0, 0);'
    echo 'return tw_heap4_count(&h) != 0; }'; } >heap.c
cc -std=c99 -I"$TW_GENERATED" heap.c -o heap && ./heap || { echo "FAILED: TW_HEAP4_IMPLEMENTATION alone"; exit 1; }
sed s/HEAP4_IMPL/WHEEL_IMPL/ heap.c >wheel.c
if cc -std=c99 -I"$TW_GENERATED" wheel.c -o wheel 2>/dev/null; then echo "FAILED: one switch gives all"; exit 1; fi
echo '#define TW_STATIC' >static.c
includes dist/tw.h >>static.c
if cc -I"$TW_GENERATED" -fsyntax-only static.c 2>message; then echo "FAILED: TW_STATIC alone"; exit 1; fi
grep -q 'TW_STATIC wants #define TW_IMPLEMENTATION' message || { cat message; exit 1; }
echo "ok"
