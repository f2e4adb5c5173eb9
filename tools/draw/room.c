/* SPDX-License-Identifier: MIT-0 */
#include "words.h"

#include <stdlib.h>

void *room(void *old, size_t size) {
    void *p = realloc(old, size);

    if (!p) {
        bad("out of memory");
        exit(2);
    }
    return p;
}
