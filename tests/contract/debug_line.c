/* SPDX-License-Identifier: MIT-0 */
/* The line that debug.h says: whole while it is short, cut where its room ends, and none
   if the C library fails. And without a libc, where TW_ASSERT may return: what meets a
   mistake then goes on. */
#undef NDEBUG
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(TW_DEBUG_NO_LIBC)
static unsigned tripped;
#define TW_ASSERT(condition) ((condition) ? (void)0 : (void)tripped++)
#else
static bool fails; /* as snprintf() may, but hardly does */

enum { ROOM = 1022 }; /* of the line, without its end and the 0 behind that */

static int print(char *to, size_t room, const char *format, ...) {
    va_list list;
    int used;

    assert(room <= ROOM + 2);
    va_start(list, format);
    used = vsnprintf(to, room, format, list);
    va_end(list);
    if (fails)
        *to = '\0';
    return fails ? -1 : used;
}

#define snprintf print
#endif
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "heap4.h"

#if defined(TW_DEBUG_NO_LIBC)
int main(void) {
    static TW_HEAP4_ARRAY(room, 1);
    struct tw_node node = TW_NODE(NULL), other = TW_NODE(NULL);
    struct tw_heap4 heap;

    tw_heap4_init(&heap, 0, room, 1);
    assert(tw_heap4_add(&heap, &node, 5) && !tw_heap4_add(&heap, &other, 6) &&
           tw_heap4_pop(&heap) == &node);
    assert(tripped == 0); /* a warning is none */
    tw__debug_enter(NULL, &tw_heap4__kind, "tw_heap4_count");
    assert(tripped == 1);
    tw__debug_overwritten(&node);
    assert(tripped == 2);
    return 0;
}

#else
/* Says a text of so many letters m, of a set that is made at a place of so many letters
   p. Is this line said? */
static bool says(size_t place, size_t text, const char *wanted) {
    static char letters[2][3000], line[sizeof letters];
    static struct tw_kind kind;
    const int kept = dup(2);
    int ends[2];
    ssize_t got;

    memset(letters[0], 'p', place);
    memset(letters[1], 'm', text);
    letters[0][place] = letters[1][text] = '\0';
    kind.place = letters[0];
    tw__call.kind = &kind;
    tw__call.verb = "verb";
    assert(kept > 2 && pipe(ends) == 0 && dup2(ends[1], 2) == 2);
    tw__debug_say("", "%s", letters[1]);
    assert(dup2(kept, 2) == 2 && close(kept) == 0 && close(ends[1]) == 0);
    got = read(ends[0], line, sizeof line - 1);
    assert(got >= 0 && close(ends[0]) == 0);
    line[got] = '\0';
    return strcmp(line, wanted) == 0;
}

/* "ppp: verb: mmm", with so many letters of each, and its end. */
static const char *whole(size_t place, size_t text) {
    static char line[3000];

    memset(line, 'p', place);
    strcpy(line + place, ": verb: ");
    memset(line + strlen(line), 'm', text);
    strcpy(line + place + strlen(": verb: ") + text, "\n");
    return line;
}

int main(void) {
    const size_t rest = ROOM - strlen(": verb: ");
    static char cut[ROOM + 2];

    assert(says(3, 5, whole(3, 5)));
    assert(says(3, rest - 3, whole(3, rest - 3)) && says(3, rest - 2, whole(3, rest - 3)));
    assert(says(3, 2000, whole(3, rest - 3)) && says(rest, 9, whole(rest, 0)));
    memset(cut, 'p', ROOM);
    cut[ROOM] = '\n';
    assert(says(2000, 9, cut));
    fails = true;
    assert(says(3, 5, ""));
    return 0;
}
#endif
