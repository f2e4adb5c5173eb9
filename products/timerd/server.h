/* SPDX-License-Identifier: MIT-0 */
/* server.h - the loop: sockets, and the turns of the engine between them. */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>

void server_listen(void); /* ends the program if the place is taken */
/* Waits until the descriptor can be read, or written to, and serves peers meanwhile, so
   far as their requests need no store; at most ms. */
bool server_wait(int fd, bool writes, int ms);
void server_run(void); /* until SHUTDOWN, SIGTERM or SIGINT */

#endif
