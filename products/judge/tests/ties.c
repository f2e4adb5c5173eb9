/* SPDX-License-Identifier: MIT-0 */
/* The sets of tw.c with TW_TIES, which promise no order of equals. */
#include "judge.h"
#include <string.h>
#define TW_TIES 1

static int judge_without_fifo(int argc, char **argv, const struct judge_subject *s) {
    struct judge_subject ties = *s;

    ties.claims += strlen("fifo ");
    return judge_main(argc, argv, &ties);
}

#define judge_main judge_without_fifo
#include "../subjects/tw.c"
