/* SPDX-License-Identifier: MIT-0 */
#include "words.h"
#include "front.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool hexadecimal(void) {
    return chosen->kind == SMALLWHEEL || chosen->kind == BIGWHEEL || chosen->kind >= SKYNET;
}

char *tick_text(char *text, tw_tick tick) {
    snprintf(text, LABEL, hexadecimal() ? "0x%04" PRIx64 : "%" PRIu64, (uint64_t)tick);
    return text;
}

char *label(char *text, const struct tw_node *n) {
    char due[LABEL];

    snprintf(text, LABEL, "%d@%.21s", id_of(n), tick_text(due, n->due));
    return text;
}

static char *big_slot_text(char *text, size_t slot) {
    const unsigned level = (unsigned)(slot / BIG_LEVEL), half = (unsigned)(slot / BIG_HALF % 2);
    const unsigned i = (unsigned)(slot % BIG_HALF);

    if (level == 0)
        snprintf(text, LABEL, "level 0 half %u slot %03x", half, i);
    else
        snprintf(text, LABEL, "level %u half %u slot %02x.%u", level, half, i / 8, i % 8);
    return text;
}

char *slot_text(char *text, size_t slot) {
    if (chosen->kind == BIGWHEEL)
        return big_slot_text(text, slot);
    if (slot == RINGS_SLOTS)
        snprintf(text, LABEL, "overflow");
    else
        snprintf(text, LABEL, "level %u slot %x", (unsigned)(slot / SLOTS),
                 (unsigned)(slot % SLOTS));
    return text;
}

void say(const char *format, ...) {
    char text[LINE];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    front->say(text);
}

bool bad(const char *format, ...) {
    char text[LINE];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    front->bad(text);
    return false;
}
