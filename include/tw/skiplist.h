/* SPDX-License-Identifier: MIT-0 */
#include "../../skiplist.h" /* the header itself, at the top of the repository */
