/* SPDX-License-Identifier: MIT-0 */
/* What a port of lwIP to Linux has to say, for its unit tests: Debian's source has no port. */
#ifndef TW_LWIP_CC_H
#define TW_LWIP_CC_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define LWIP_TIMEVAL_PRIVATE    0
#define LWIP_ERRNO_STDINCLUDE   1
#define LWIP_RAND()             ((u32_t)rand())
#define LWIP_PLATFORM_ASSERT(x) (fprintf(stderr, "lwIP asserts: %s\n", x), abort())

typedef int sys_prot_t;

#endif
