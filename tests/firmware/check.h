/* SPDX-License-Identifier: MIT-0 */
/* check.h - how a test on a board fails: it says why, and leaves with status 1. */
#ifndef TESTS_FIRMWARE_CHECK_H
#define TESTS_FIRMWARE_CHECK_H

#include "port.h"

static void check(bool holds, const char *otherwise) {
    if (!holds) {
        port_print("FAILED: ");
        port_print(otherwise);
        port_print("\n");
        port_leave(1);
    }
}

#endif
