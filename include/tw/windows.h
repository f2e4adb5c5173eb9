/* SPDX-License-Identifier: MIT-0 */
#include "../../windows.h" /* the header itself, at the top of the repository */
