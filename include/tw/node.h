/* SPDX-License-Identifier: MIT-0 */
#include "../../node.h" /* the header itself, at the top of the repository */
