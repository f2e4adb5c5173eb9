/* SPDX-License-Identifier: MIT-0 */
/* tw_judge: judges a program that speaks the protocol. PROTOCOL.md has its lines. */
#include "judge.h"
#include "tw_tree.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("tw_judge " TW_TREE);
        return 0;
    }
    return judge_main(argc, argv, NULL);
}
