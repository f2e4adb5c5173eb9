/* SPDX-License-Identifier: MIT-0 */
/* Every header in one file, where the Arduino tools look for it. */
#include "../dist/tw.h"
