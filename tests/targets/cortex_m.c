/* SPDX-License-Identifier: MIT-0 */
/* In place of newlib's own start, which asks the debugger where memory is: qemu's boards
   cannot answer that. */
#include "program.h"

void initialise_monitor_handles(void);
int begin(void);

int begin(void) {
    initialise_monitor_handles();
    exit(random_run());
}
