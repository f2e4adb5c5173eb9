/* SPDX-License-Identifier: MIT-0 */
/* server.h - the loop: sockets, and the turns of the engine between them. */
#ifndef SERVER_H
#define SERVER_H

void server_listen(void); /* ends the program if the place is taken */
void server_ready(void);  /* says on stdout where */
void server_run(void);    /* until SHUTDOWN, SIGTERM or SIGINT */

#endif
