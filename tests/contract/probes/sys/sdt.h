/* SPDX-License-Identifier: MIT-0 */
/* Stands for <sys/sdt.h> in watch_probes.c: a probe calls the program. */
#include <stdint.h>

static void probed(const char *name, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
#define DTRACE_PROBE4(provider, name, a, b, c, d)                                   \
    probed(#provider ":" #name, (uint64_t)(uintptr_t)(a), (uint64_t)(uintptr_t)(b), \
           (uint64_t)(uintptr_t)(c), (uint64_t)(uintptr_t)(d))
