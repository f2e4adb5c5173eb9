/* SPDX-License-Identifier: MIT-0 */
/* Queues by keys that C++ alone has: each gives all values of its key in the order of <. */
#include "heap4.h"

enum class level : unsigned char { low, high = 255 };
enum class grade : signed char { bad = -128, good = 127 };

enum mood : short { calm = -3, angry = 5 };

struct job {
    level by_level;
    const volatile grade by_grade;
    mood by_mood;
    uint16_t by_bits : 9;
    tw_node node;

    explicit job(int i)
        : by_level(static_cast<level>(i)), by_grade(static_cast<grade>(i - 128)),
          by_mood(static_cast<mood>(i)), by_bits(static_cast<uint16_t>(2 * i) & 511), node() {}
};

/* Adds the job of 5 * i modulo 256 for each i. The jobs must leave by i. */
#define TRY(key)                                                \
    TW_HEAP4_BY(queue_##key, job, node, key)                    \
    static bool try_##key() {                                   \
        static TW_HEAP4_ARRAY(room, 256);                       \
        static job *all[256];                                   \
        queue_##key q;                                          \
        bool ok = true;                                         \
        queue_##key##_init(&q, 0, room, 256);                   \
        for (int i = 0; i < 256; i++)                           \
            all[i] = new job(i);                                \
        for (int i = 0; i < 256; i++)                           \
            ok = queue_##key##_add(&q, all[5 * i % 256]) && ok; \
        for (int i = 0; i < 256; i++) {                         \
            ok = queue_##key##_pop(&q) == all[i] && ok;         \
            delete all[i];                                      \
        }                                                       \
        return ok;                                              \
    }
TRY(by_level)
TRY(by_grade)
TRY(by_mood)
TRY(by_bits)

int main() { return try_by_level() && try_by_grade() && try_by_mood() && try_by_bits() ? 0 : 1; }
