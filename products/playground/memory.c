/* SPDX-License-Identifier: MIT-0 */
/* Memory for the modules, in place of the C library's, which would be a tenth of each.
   Blocks stand one behind the other, each behind its size. The last one grows and is
   freed in its place; the others stay where they are until the page lets go of the
   module. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, ALIGN = 16 };

extern char __heap_base;
static char *last, *next; /* the last block; where the next one begins */

static size_t *size_of(void *block) { return (size_t *)((char *)block - ALIGN); }

/* Is there memory up to `end`? If not, there is more of it, if the browser gives any. */
static bool reaches(const char *end) {
    const size_t pages = ((size_t)end + PAGE - 1) / PAGE, have = __builtin_wasm_memory_size(0);

    return pages <= have || __builtin_wasm_memory_grow(0, pages - have) != (size_t)-1;
}

/* Where a block of this size would end that begins here; NULL: there is no room for
   it. */
static char *end_of(char *block, size_t size) {
    char *end;

    if (size > SIZE_MAX / 2 || (size_t)block > SIZE_MAX / 2 - size)
        return NULL;
    end = block + (size + ALIGN - 1) / ALIGN * ALIGN;
    return reaches(end) ? end : NULL;
}

void *malloc(size_t size) {
    char *const begin = next ? next : (char *)(((size_t)&__heap_base + ALIGN - 1) / ALIGN * ALIGN);
    char *const block = begin + ALIGN, *const end = end_of(block, size);

    if (!end)
        return NULL;
    last = block;
    next = end;
    *size_of(block) = size;
    return block;
}

void free(void *block) {
    if (!block || block != last)
        return;
    next = last - ALIGN;
    last = NULL;
}

void *calloc(size_t n, size_t size) {
    void *const block = size && n > SIZE_MAX / size ? NULL : malloc(n * size);

    return block ? memset(block, 0, n * size) : NULL;
}

void *realloc(void *block, size_t size) {
    char *end, *moved;

    if (!block)
        return malloc(size);
    if (block == last) {
        end = end_of(last, size);
        if (end) {
            next = end;
            *size_of(block) = size;
        }
        return end ? block : NULL;
    }
    if (size <= *size_of(block))
        return block;
    moved = malloc(size);
    return moved ? memcpy(moved, block, *size_of(block)) : NULL;
}
