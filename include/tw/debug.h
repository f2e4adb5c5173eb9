/* SPDX-License-Identifier: MIT-0 */
#include "../../debug.h" /* the header itself, at the top of the repository */
