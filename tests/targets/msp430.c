/* SPDX-License-Identifier: MIT-0 */
/* Random operations on eight timers of OF, with 16-bit ticks, in 1 KB of RAM and without a
   C library. Prints how many timers fired, and a hash of the answers and of who fired when.
   mspdebug's console stands at address 0xFF. */
#include HEADER
#include "timers.h"

enum { TIMERS = 8, OPERATIONS = 4000 };

TW_TIMERS_OF(set, OF)

static struct set set;
static struct tw_node node[TIMERS];
static tw_tick now;
static uint16_t drawn, hash, fired;

#ifdef __MSP430__
#include "msp430.h"

static void put(char c) { *(volatile char *)0xFF = c; }
#else
#include <stdio.h>

static void put(char c) { putchar(c); }
#endif

/* A shift register of 16 bits. */
static uint16_t draw(void) {
    uint8_t i;

    for (i = 0; i < 13; i++)
        drawn = (uint16_t)(drawn >> 1 ^ (drawn & 1 ? 0xB400 : 0));
    return drawn;
}

static void note(uint16_t seen) { hash = (uint16_t)((hash << 1 | hash >> 15) ^ seen); }

static void print(const char *words, uint16_t number) {
    uint8_t digit;

    for (; *words; words++)
        put(*words);
    for (digit = 0; digit < 4; digit++, number = (uint16_t)(number << 4))
        put("0123456789abcdef"[number >> 12]);
}

/* Notes who fires. Arms a timer anew, or cancels one, or asks for what is refused. */
static void fire(struct tw_node *n, tw_tick at) {
    struct tw_node *other = &node[draw() & 7];

    fired++;
    note((uint16_t)(n - node));
    note((uint16_t)(at - n->due));
    if (draw() & 1)
        note(set_add(&set, other, (tw_tick)(now + (draw() & 15))));
    else if (draw() & 1)
        note(set_cancel(&set, other));
    else
        note((uint16_t)set_advance(&set, (tw_tick)(now + 1)));
}

static void operate(void) {
    struct tw_node *n = &node[draw() & 7];
    tw_tick due = 0;

    switch (draw() & 7) {
    case 0:
        note(set_cancel(&set, n));
        break;
    case 1: /* any tick, passed ones and refused ones among them */
        note(set_add(&set, n, draw()));
        break;
    case 2:
    case 3:
        now = (tw_tick)(now + (draw() & (draw() & 1 ? 0x3FFF : 0x3F)));
        note((uint16_t)set_advance(&set, now));
        break;
    default:
        note(set_add(&set, n, (tw_tick)(now + (draw() & (draw() & 1 ? 0x3FFF : 0x3F)))));
    }
    note(set_next(&set, &due));
    note(due);
}

int main(void) {
    uint16_t i;

    drawn = 1;
    now = hash = fired = 0;
    set_init(&set, now, NULL, 0);
    for (i = 0; i < TIMERS; i++)
        tw_node_init(&node[i], fire);
    for (i = 0; i < OPERATIONS; i++)
        operate();
    print("fired ", fired);
    print(", hash ", hash);
    put('\n');
    return 0;
}
