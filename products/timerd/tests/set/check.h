/* SPDX-License-Identifier: MIT-0 */
/* check.h - a claim that ends the test if it does not hold. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

extern const char *checking; /* where the test is, for the message */

#define check(holds, claim)                                                                        \
    ((holds) ? (void)0                                                                             \
             : (fprintf(stderr, "%s:%d: %s: not so: %s\n", __FILE__, __LINE__, checking, (claim)), \
                exit(1)))

#endif
