/* SPDX-License-Identifier: MIT-0 */
/* servers.h - the processes that are killed: timerds, and a redis-server with
   `appendfsync always`, or a PostgreSQL, whose standby may take its place. */
#ifndef SERVERS_H
#define SERVERS_H

#include "common.h"
#include <sys/types.h>

struct server {
    pid_t pid;       /* 0: none runs */
    int out;         /* its standard output, or -1 */
    bool ready;      /* it listens at `place` */
    bool stopped;    /* by SIGSTOP */
    unsigned life;   /* how often it was started */
    char place[256]; /* PATH or 127.0.0.1:PORT */
    char line[256];  /* of its output, as far as it has been read */
    size_t line_n;
};

extern struct server timerd[TIMERDS_MOST];
extern struct server store;
extern struct server standby; /* ready: each commit waits for it */

void servers_begin(void);     /* makes the directory, starts all and waits until they are ready */
void servers_end(bool clean); /* ends all; clean: the directory is removed, unless it was given */

void timerd_start(unsigned i);
/* by SIGKILL; nothing that it sent to Redis is still on its way afterwards */
void timerd_kill(unsigned i);
void timerd_stop(unsigned i);
void timerd_continue(unsigned i);
void timerd_read(unsigned i);     /* its output: `ready` becomes true when it says so */
void timerd_shutdown(unsigned i); /* by SIGTERM; it must end with status 0 */

int redis_port(void);
void store_start(void);
void store_kill(void);
void store_look(void);    /* `store.ready` becomes true when it answers */
void store_promote(void); /* it is killed, and the standby, which is ready, becomes the store */
void standby_start(void);
void standby_look(void); /* `standby.ready` becomes true when it has all */

#endif
