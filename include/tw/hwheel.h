/* SPDX-License-Identifier: MIT-0 */
#include "../../hwheel.h" /* the header itself, at the top of the repository */
