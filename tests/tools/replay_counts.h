/* SPDX-License-Identifier: MIT-0 */
/* Included before each source of replay: its clock counts what TW_TRACE reports. Includes
   nothing, because a source says first what it wants of the system. */
#ifndef REPLAY_COUNTS_H
#define REPLAY_COUNTS_H

extern unsigned long replay_counted;
#define TW_TRACE(event, set, node, tick) ((void)(node), (void)(tick), (void)replay_counted++)

#endif
