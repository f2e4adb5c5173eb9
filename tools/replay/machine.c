/* SPDX-License-Identifier: MIT-0 */
#include "report.h"

#include <string.h>

#if defined(__clang__) || !defined(__GNUC__)
#define COMPILER
#else
#define COMPILER "gcc "
#endif
#if defined(__VERSION__)
#define COMPILER_VERSION __VERSION__
#else
#define COMPILER_VERSION "unknown compiler"
#endif
#if defined(__OPTIMIZE__)
#define OPTIMISED
#else
#define OPTIMISED ", NOT OPTIMISED"
#endif

const char *machine_compiler(void) { return COMPILER COMPILER_VERSION OPTIMISED; }

const char *machine_cpu(void) {
    static char cpu[128];
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");

    strcpy(cpu, "unknown CPU");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(cpu, sizeof cpu, "%.120s", strchr(line, ':') + 2);
            cpu[strcspn(cpu, "\n")] = 0;
            break;
        }
    if (f)
        fclose(f);
    return cpu;
}
