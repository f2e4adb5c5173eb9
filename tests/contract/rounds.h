/* SPDX-License-Identifier: MIT-0 */
/* What the generators have in common that play rounds: the options, and each round with
   the same seed on every structure, whose firing logs must be equal. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "rig.h"
#include "options.h"
#include <inttypes.h>
#include <time.h>

/* A generator: a round has about `each` operations. */
struct rounds {
    const char *program, *title, *promise;
    void (*play)(const struct tw_ops *ops);
    uint64_t each;
};

/* The one structure that --on names. NULL: all play. */
static const char *rounds_on;

/* Plays one round on each structure. Returns on how many. */
static inline size_t rounds_one(const struct rounds *r, uint64_t seed) {
    uint64_t hash = 0;
    size_t k, played = 0;

    for (k = 0; k < STRUCTURES; k++) {
        if (rounds_on && (!structures[k]->name || strcmp(rounds_on, structures[k]->name) != 0))
            continue;
        rig_seed = seed * 0x9E3779B97F4A7C15u | 1;
        rig_random();
        r->play(structures[k]);
        assert(played++ == 0 || rig.hash == hash);
        hash = rig.hash;
    }
    return played;
}

/* Reads --ops, --seed and --on, and plays. Says on how many structures. False: an option is
   wrong, which a line on stderr has said; exit with 2. */
static inline bool rounds_play(const struct rounds *r, int argc, char **argv) {
    uint64_t operations = 200000, seed = (uint64_t)time(NULL) * 2654435761u + 1, done;
    const struct option o[] = {
        {"--ops", &operations, NULL}, {"--seed", &seed, NULL}, {"--on", NULL, &rounds_on}};
    size_t on = 0;

    if (!options_read(r->program, o, sizeof o / sizeof o[0], argc, argv))
        return false;
    printf("%s: %d-bit ticks, %" PRIu64 " operations a structure, --seed 0x%" PRIx64 "\n",
           r->program, TW_TICK_BITS, operations, seed);
    fflush(stdout);
    rig_says(r->title, r->promise);
    for (done = 0; done < operations; done += r->each)
        on = rounds_one(r, seed + done);
    if (on == 0)
        return fprintf(stderr, "%s: no structure %s\n", r->program, rounds_on), false;
    rig_end();
    printf("%s: the model agreed on %lu structure%s\n", r->program, (unsigned long)on,
           on == 1 ? "" : "s");
    return true;
}

#endif
