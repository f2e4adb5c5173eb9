/* SPDX-License-Identifier: MIT-0 */
#include "../../delayqueue.h" /* the header itself, at the top of the repository */
