/* SPDX-License-Identifier: MIT-0 */
#include "../../table.h" /* the header itself, at the top of the repository */
