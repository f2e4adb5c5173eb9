#!/bin/sh
# sdcc_test.sh stm8|z80: Guards against cc65#264 and z88dk#2804: only large compilers take a header, as one that
# passes a struct by value. sdcc compiles table.h and window.h, and a program over each structure gives the right
# answers in ucsim. A red-black tree is refused, because a node may stand at an odd address, and so is a bigwheel.
# By night: sdcc takes minutes. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
processor=$1
case $processor in
stm8) simulator="sstm8 -t STM8S105" answer=0x600 stop=break flags=--no-peep ;;
z80) simulator=sz80 answer=0xf000 stop=halt flags= ;;
esac
need sdcc
need ${simulator%% *}
fail() { echo "FAILED: $*"; exit 1; }
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source

# compile WORD...: the call of sdcc, whose answer is in the file message
compile() { sdcc -m$processor $flags --std-c11 --max-allocs-per-node 50 -DTW_TICK_BITS=16 -Isource "$@" 2>message; }

for h in table window; do
    printf '#define TW_IMPLEMENTATION\n#include "%s.h"\nint nothing;\n' $h >one.c
    compile -c one.c -o one.rel || { grep error message; fail "$processor: $h.h"; }
    echo "ok: $h.h"
done
for refused in rbtree:needs_even_addresses bigwheel:needs_addresses_of_32_bits; do
    printf '#include "%s.h"\n#include "timers.h"\nTW_TIMERS_OF(set, %s)\n' ${refused%:*} ${refused%:*} >one.c
    ! compile -c one.c -o one.rel || fail "${refused%:*} is taken"
    grep -q ${refused#*:} message || { cat message; fail "it is not said why ${refused%:*} is refused"; }
done

cat >program.c <<'END'
#define TW_IMPLEMENTATION
#include HEADER
#include "timers.h"
enum { TIMERS = 8, ROUNDS = 30 };
static struct tw_node node[TIMERS];
static tw_tick latest, number = 1;
static unsigned char fired;
TW_TIMERS_OF(set, STRUCTURE)
static struct set timers;
ARRAY
volatile __at(ANSWER) unsigned char answer[2]; /* no variable of the program is so high */

static void note(struct tw_node *n, tw_tick now) {
    fired += (tw_tick)(n->due - latest) <= (tw_tick)(now - latest);
    latest = n->due;
}
/* How many timers fire in order. Of eight in a round, one is moved and one cancelled. The clock passes its last tick. */
void main(void) {
    tw_tick now = 0;
    unsigned char i, round;
    set_init(&timers, 0, ROOM);
    for (i = 0; i < TIMERS; i++)
        tw_node_init(&node[i], note);
    for (round = 0; round < ROUNDS; round++) {
        for (i = 0; i < TIMERS; i++) {
            number = number * 25173u + 13849u;
            (void)set_add(&timers, &node[i], now + 1 + (number >> 4) % 2900);
        }
        (void)set_cancel(&timers, &node[round % TIMERS]);
        (void)set_add(&timers, &node[(round + 1) % TIMERS], now + 1500);
        (void)set_advance(&timers, now + 1400);
        now += 3000;
        (void)set_advance(&timers, now);
    }
    answer[0] = fired;
    answer[1] = 0xA5; /* tells the answer from the random bytes that memory has at first */
    __asm__(STOP);
    for (;;)
        ;
}
END
for of in heap4 skiplist sortedlist wheel smallwheel hwheel; do
    array='' room='NULL, 0'
    case $of in heap4 | skiplist | wheel)
        array="static TW_$(echo $of | tr a-z A-Z)_ARRAY(room, TIMERS);" room='room, TIMERS'
        ;;
    esac
    compile "-DHEADER=\"$of.h\"" -DSTRUCTURE=$of "-DARRAY=$array" "-DROOM=$room" -DANSWER=$answer "-DSTOP=\"$stop\"" \
        program.c -o program.ihx || { grep -i error message; fail "the program over $of.h is not linked"; }
    printf 'run\ndump rom %s %s\nquit\n' $answer $((answer + 1)) | timeout 60 $simulator program.ihx >out 2>&1 ||
        { tail -n 5 out; fail "the program over $of.h does not end"; }
    grep -i "^0x0*${answer#0x}  *d2 a5 " out || # 210 timers
        { tail -n 5 out; fail "the program over $of.h does not fire seven timers a round in order"; }
    echo "ok: a program over $of.h"
done
