/* SPDX-License-Identifier: MIT-0 */
/* The structure of a driver, as the command line names it: -DSTRUCTURE=heap4
   -DSEARCH_HEADER='"heap4.h"'. */
#ifndef SEARCH_STRUCTURE_H
#define SEARCH_STRUCTURE_H

#include SEARCH_HEADER

#define SEARCH_PASTE_(a, b, c) a##b##c
#define SEARCH_PASTE(a, b, c)  SEARCH_PASTE_(a, b, c)
/* OF_STRUCTURE(_ops) is tw_heap4_ops */
#define OF_STRUCTURE(verb) SEARCH_PASTE(tw_, STRUCTURE, verb)

#endif
