/* SPDX-License-Identifier: MIT-0 */
#include "../../rbtree.h" /* the header itself, at the top of the repository */
