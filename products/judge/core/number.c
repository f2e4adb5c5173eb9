/* SPDX-License-Identifier: MIT-0 */
#include "number.h"

bool number_read(const char **text, uint64_t least, uint64_t most, uint64_t *to) {
    const char *at = *text;
    uint64_t n = 0;

    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');

        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    if ((*at != 0 && *at != ' ') || n < least || n > most)
        return false;
    *text = at;
    *to = n;
    return true;
}

bool number_alone(const char *text, uint64_t least, uint64_t most, uint64_t *to) {
    return number_read(&text, least, most, to) && *text == 0;
}
