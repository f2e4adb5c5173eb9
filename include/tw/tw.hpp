/* SPDX-License-Identifier: MIT-0 */
#include "../../tw.hpp" /* the header itself, at the top of the repository */
