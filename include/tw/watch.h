/* SPDX-License-Identifier: MIT-0 */
#include "../../watch.h" /* the header itself, at the top of the repository */
