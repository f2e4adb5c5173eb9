/* SPDX-License-Identifier: MIT-0 */
#include "../../verbs.h" /* the header itself, at the top of the repository */
