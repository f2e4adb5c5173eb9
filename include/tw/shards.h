/* SPDX-License-Identifier: MIT-0 */
#include "../../shards.h" /* the header itself, at the top of the repository */
