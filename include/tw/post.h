/* SPDX-License-Identifier: MIT-0 */
#include "../../post.h" /* the header itself, at the top of the repository */
