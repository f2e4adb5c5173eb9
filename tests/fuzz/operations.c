/* SPDX-License-Identifier: MIT-0 */
/* Any bytes are operations on a timer set, beside the model (contract/rig.h). With
   FUZZ_STRUCTURE on this structure; else on all, whose firing logs must be equal. Three
   bytes choose the first tick, the room, and whether all is looked at after every
   operation. Each operation takes two bytes, and callbacks take theirs from what
   follows. */
#include "../contract/rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TIMERS = 16 };

/* What is left of the input. Behind its end there are zeros. */
static const uint8_t *input, *input_end;

static unsigned next_byte(void) { return input < input_end ? *input++ : 0; }

/* Small distances in all their values, larger ones by their highest bits, up to half the
   range. */
static uint64_t distance(unsigned byte) {
    const unsigned shift = (byte >> 3) * TW_TICK_BITS / 32;
    const uint64_t digits = (byte & 7) + 8;

    return byte < 8 ? byte : shift < 3 ? digits >> (3 - shift) : digits << (shift - 3);
}

/* A now that the contract allows, as far ahead as this at most: while something waits,
   keys stay within half the range.
 */
static uint64_t later(uint64_t ahead) {
    uint64_t oldest = rig.now;
    size_t i;

    if (TW_TICK_BITS == 64)
        return ahead > UINT64_MAX - rig.now ? UINT64_MAX : rig.now + ahead;
    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && rig.m.item[i].when < oldest)
            oldest = rig.m.item[i].when;
    return rig.now + ahead - oldest < REACH ? rig.now + ahead : rig.now;
}

/* The tick at which one of those that wait is due, or now. */
static uint64_t waited_for(unsigned byte) {
    return rig.m.count > 0 ? rig.m.item[byte % rig.m.count].when : rig.now;
}

static void arm(unsigned id, unsigned how, unsigned byte) {
    const uint64_t ahead = distance(byte);
    uint64_t due =
        TW_TICK_BITS == 64 && ahead > UINT64_MAX - rig.now ? UINT64_MAX : rig.now + ahead;

    if (how == 1) /* passed */
        due = ahead <= rig.now ? rig.now - ahead : 0;
    if (how == 2)
        due = waited_for(byte);
    if (how == 3)
        due -= due % 16;
    if (TW_TICK_BITS == 64 || (due < rig.now + 2 * REACH && rig.now < due + 2 * REACH))
        rig_arm(&pool[id], due);
}

/* What a callback may do, too. */
static void change(unsigned kind, unsigned id, unsigned byte) {
    tw_tick due;

    if (kind < 6) {
        arm(id, kind < 3 ? 0 : kind - 2, byte);
    } else if (kind < 8) {
        rig_cancel(&pool[id]);
    } else if (kind == 8) {
        tw_timers_next(&rig.t, &due);
    } else {
        tw_timers_clear(&rig.t);
        rig.m.count = 0;
    }
}

static void act(struct timer *x) {
    const unsigned kind = next_byte();

    (void)x;
    if (!rig.pulling && kind % 16 >= 6)
        change(kind % 16 - 6, kind / 16, next_byte());
}

/* The calls by which time goes on. */
static void advance(unsigned kind, unsigned number, unsigned byte) {
    uint64_t now = later(distance(byte));

    if (number >= 8 && waited_for(byte) > rig.now) /* to a deadline, or the tick before */
        now = later(waited_for(byte) - rig.now - number % 2);
    if (kind == 10 || kind == 11)
        rig_advance(now);
    else if (kind == 12 || kind == 13)
        rig_advance_some(now, number / 2 % 4);
    else
        rig_pull(rig.pulling ? rig.now : now, 1 + number / 2 % 4);
}

/* Up to 25 ticks before a power of two, or near the end of what 64 bits count. */
static uint64_t first_tick(unsigned byte) {
    static const unsigned bits[] = {8, 14, 15, 16, 24, 31, 32, 36, 63};
    const uint64_t back = byte / 10;

    if (byte % 10 == 9)
        return TW_TICK_BITS == 64 ? UINT64_MAX - 16 * back : back;
    return ((uint64_t)1 << bits[byte % 10]) - back;
}

/* All operations of the input on one structure. */
static void run(const struct tw_ops *ops, const uint8_t *data, size_t size) {
    uint64_t now;
    unsigned quiet;
    size_t capacity, i;

    input = data;
    input_end = data + size;
    now = first_tick(next_byte());
    capacity = next_byte() % (TIMERS + 8);
    quiet = next_byte();
    rig.samples = rig_seed = 0;
    rig.verified = rig_fully = 0;
    rig_begin(ops, now, capacity);
    rig.quiet = quiet % 2;
    pool_init(TIMERS);
    for (i = 0; i < TIMERS; i++)
        pool[i].act = act;

    while (input < input_end) {
        const unsigned operation = next_byte(), byte = next_byte();

        if (operation % 16 < 10)
            change(operation % 16, operation / 16, byte);
        else
            advance(operation % 16, operation / 16, byte);
    }
    rig.quiet = false;
    rig_verify();
    rig_verify_all();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
#ifdef FUZZ_STRUCTURE
#define OPS_OF(name) TABLE(name)
#define TABLE(name)  &tw_##name##_ops
    run(OPS_OF(FUZZ_STRUCTURE), data, size);
#else
    uint64_t hash = 0;
    size_t k;

    for (k = 0; k < STRUCTURES; k++) {
        run(structures[k], data, size);
        /* a full heap4 refuses what others take */
        assert(k == 0 || rig.capacity < TIMERS || rig.hash == hash);
        hash = rig.hash;
    }
#endif
    rig_end();
    return 0;
}
