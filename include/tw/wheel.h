/* SPDX-License-Identifier: MIT-0 */
#include "../../wheel.h" /* the header itself, at the top of the repository */
