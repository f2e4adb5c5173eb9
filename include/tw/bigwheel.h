/* SPDX-License-Identifier: MIT-0 */
#include "../../bigwheel.h" /* the header itself, at the top of the repository */
