/* SPDX-License-Identifier: MIT-0 */
#include "../../smallwheel.h" /* the header itself, at the top of the repository */
