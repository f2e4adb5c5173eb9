/* SPDX-License-Identifier: MIT-0 */
/* contract/random.c for a machine that has no command line: the strings OPERATIONS and
   SEED are its options. */
#define main random_main
#include "../contract/random.c"
#undef main

static int random_run(void) {
    static char name[] = "random", ops[] = "--ops", seed[] = "--seed", operations[] = OPERATIONS,
                number[] = SEED;
    static char *argv[] = {name, ops, operations, seed, number, NULL};

    return random_main(5, argv);
}
