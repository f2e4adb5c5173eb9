/* SPDX-License-Identifier: MIT-0 */
/* history.h - the last events of each timer and of the servers, for the one who reads of
   a broken promise. */
#ifndef HISTORY_H
#define HISTORY_H

#include "common.h"

void history_add(int64_t id, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ; /* id NO_ID: an event of a server */

void history_print(int64_t id); /* the events of a timer among those of the servers, by time */

#endif
