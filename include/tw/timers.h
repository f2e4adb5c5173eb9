/* SPDX-License-Identifier: MIT-0 */
#include "../../timers.h" /* the header itself, at the top of the repository */
