/* What stands around a function that names callbacks by dladdr(). */
#define _GNU_SOURCE
#include "watch.h"
#include <dlfcn.h>
#include <string.h>

struct tw_symbol name_of(tw_fn *fn);

#include "block.c"

struct tw_symbol name_of(tw_fn *fn) {
    return symbol(fn);
}
