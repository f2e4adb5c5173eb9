/* SPDX-License-Identifier: MIT-0 */
#include "../../slots.h" /* the header itself, at the top of the repository */
