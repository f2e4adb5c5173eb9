/* SPDX-License-Identifier: MIT-0 */
/* lwipopts.h - lwIP with nothing but timeouts. */
#ifndef LWIPOPTS_H
#define LWIPOPTS_H

#define NO_SYS               1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_SOCKET          0
#define LWIP_NETCONN         0
#define LWIP_ARP             0
#define LWIP_ICMP            0
#define LWIP_RAW             0
#define LWIP_UDP             0
#define LWIP_TCP             0
#define IP_REASSEMBLY        0
#define IP_FRAG              0
#define LWIP_STATS           0
#define LWIP_NOASSERT        1
#define MEMP_NUM_SYS_TIMEOUT SUBJECT_TIMERS
#define MEMP_NUM_PBUF        1
#define PBUF_POOL_SIZE       1
#define PBUF_POOL_BUFSIZE    4

#endif
