/* SPDX-License-Identifier: MIT-0 */
#include "../../sortedlist.h" /* the header itself, at the top of the repository */
