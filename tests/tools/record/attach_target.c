/* SPDX-License-Identifier: MIT-0 */
/* Runs program(), one of the programs of timers, when the file `go` is there: until then a
   recorder attaches. Lives on for a while. */
#include <stdio.h>
#include <unistd.h>

#if defined(main) /* the build gives main() of all files this name, and here it is main() */
#undef main
#endif

int program(void);

int main(void) {
    int result;

    while (access("go", F_OK) != 0)
        usleep(10000);
    result = program();
    fflush(stdout);
    sleep(1);
    return result;
}
