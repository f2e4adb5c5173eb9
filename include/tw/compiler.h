/* SPDX-License-Identifier: MIT-0 */
#include "../../compiler.h" /* the header itself, at the top of the repository */
