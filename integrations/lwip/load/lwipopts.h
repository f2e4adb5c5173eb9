/* SPDX-License-Identifier: MIT-0 */
/* lwIP without a system and without TCP: its pools and its timeouts. */
#ifndef TW_LWIP_OPTS_H
#define TW_LWIP_OPTS_H

#define NO_SYS               1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_NETCONN         0
#define LWIP_SOCKET          0
#define LWIP_TCP             0
#define LWIP_STATS           0
#define MEMP_NUM_SYS_TIMEOUT 2000

#endif
