/* What stands around the layout of a node in docs/design.md. It is compiled only. */
#include <stdint.h>
struct tw_node;

union tw_words {
    uintptr_t word[2];
};

#include "block.c"
