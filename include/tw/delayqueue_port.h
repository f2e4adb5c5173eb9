/* SPDX-License-Identifier: MIT-0 */
#include "../../delayqueue_port.h" /* the header itself, at the top of the repository */
