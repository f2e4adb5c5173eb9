/* SPDX-License-Identifier: MIT-0 */
/* Where a C library calls main(). */
#include "program.h"

int main(void) { return random_run(); }
