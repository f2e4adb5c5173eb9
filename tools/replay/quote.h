/* SPDX-License-Identifier: MIT-0 */
/* Text from outside, such as the name of a file, within JSON and HTML. Bytes that are no
   UTF-8 come out as U+FFFD. */
#ifndef QUOTE_H
#define QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* How many bytes the UTF-8 character at text has; 0: there is none. */
size_t utf8_bytes(const char *text);

/* With its quotation marks. */
void quote_json(FILE *f, const char *text);

/* For elements and for attributes in double quotes; also valid in XML. */
void quote_html(FILE *f, const char *text);

#endif
