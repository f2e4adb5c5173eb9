/* SPDX-License-Identifier: MIT-0 */
#include "../../heap4.h" /* the header itself, at the top of the repository */
