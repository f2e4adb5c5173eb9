/* SPDX-License-Identifier: MIT-0 */
/* faults.h - when which server is killed, stopped and started again. */
#ifndef FAULTS_H
#define FAULTS_H

#include "common.h"

void faults_begin(void);
void faults_turn(bool more); /* more: begin new ones; what is down comes up in any case */
unsigned faults_left(void);
bool faults_calm(void);              /* all servers are up */
bool faults_calm_since(uint64_t us); /* and have been, and the shards had time to find them */

#endif
