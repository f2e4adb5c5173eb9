/* SPDX-License-Identifier: MIT-0 */
/* What the programs that `run` follows have in common. Each includes a structure first. GOAL
   says what must hold where it stands, whatever the values are that assume() allows. */
#define PROVE(name)          \
    void prove_##name(void); \
    void prove_##name(void)
#define GOAL(name, condition)   \
    do {                        \
        void goal_##name(bool); \
        goal_##name(condition); \
    } while (0)

enum { BITS = TW_TICK_BITS, WORD = 8 * sizeof(uintptr_t) };

void assume(bool condition);
tw_tick any_tick(void);
size_t any_size(void);
bool any_bool(void);

/* Says whether a tick lies ahead of the position, or there: where ticks wrap, by less than
   three quarters of the range. */
static bool ahead(tw_tick position, tw_tick t) {
    return BITS == 64 ? t >= position
                      : (tw_tick)(t - position) < (tw_tick)(3 * (TW_TICK_MAX / 4 + 1));
}

static tw_tick from(tw_tick position, tw_tick t) { return (tw_tick)(t - position); }

/* Returns t with its lowest bits cleared. */
static tw_tick cut(tw_tick t, unsigned bits) {
    return bits < BITS ? (tw_tick)(t >> bits << bits) : 0;
}
