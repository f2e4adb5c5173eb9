/* SPDX-License-Identifier: MIT-0 */
/* tw_judge: judges a program that speaks the protocol. PROTOCOL.md has its lines. */
#include "judge.h"
#include <stddef.h>

int main(int argc, char **argv) { return judge_main(argc, argv, NULL); }
