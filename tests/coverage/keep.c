/* SPDX-License-Identifier: MIT-0 */
/* Linked into instrumented programs with -Wl,--wrap=abort,--wrap=_exit: a process that
   ends by abort() or _exit() keeps the counts of what it ran, which else only exit()
   writes. */
#include <stdlib.h>

int __llvm_profile_write_file(void);
void __real_abort(void) __attribute__((noreturn));
void __real__exit(int status) __attribute__((noreturn));
void __wrap_abort(void) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));

void __wrap_abort(void) {
    (void)__llvm_profile_write_file();
    __real_abort();
}

void __wrap__exit(int status) {
    (void)__llvm_profile_write_file();
    __real__exit(status);
}
