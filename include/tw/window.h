/* SPDX-License-Identifier: MIT-0 */
#include "../../window.h" /* the header itself, at the top of the repository */
