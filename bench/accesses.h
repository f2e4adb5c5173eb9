/* SPDX-License-Identifier: MIT-0 */
/* The functions that a compiler calls before each access to memory in a file that is
   compiled with -fsanitize=thread. Include this in one file of a program, which then links
   without the sanitizer's library. Each function calls

       void access(const volatile void *memory, bool writes, bool atomic)

   which that file defines before. An access to a range counts as one for each 8 bytes. */
#ifndef ACCESSES_H
#define ACCESSES_H

#include <cstddef>
#include <cstdint>

#define ACCESSES_HOOK __attribute__((no_sanitize("thread")))

#define ACCESSES_PLAIN(n)                                                               \
    ACCESSES_HOOK void __tsan_read##n(void *at) { access(at, false, false); }           \
    ACCESSES_HOOK void __tsan_write##n(void *at) { access(at, true, false); }           \
    ACCESSES_HOOK void __tsan_unaligned_read##n(void *at) { access(at, false, false); } \
    ACCESSES_HOOK void __tsan_unaligned_write##n(void *at) { access(at, true, false); }
#define ACCESSES_ATOMIC(bits)                                                                      \
    ACCESSES_HOOK int##bits##_t __tsan_atomic##bits##_load(const volatile int##bits##_t *at,       \
                                                           int order) {                            \
        access(at, false, false);                                                                  \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    ACCESSES_HOOK void __tsan_atomic##bits##_store(volatile int##bits##_t *at, int##bits##_t x,    \
                                                   int order) {                                    \
        access(at, true, false);                                                                   \
        __atomic_store_n(at, x, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                              \
    ACCESSES_HOOK int##bits##_t __tsan_atomic##bits##_exchange(volatile int##bits##_t *at,         \
                                                               int##bits##_t x, int order) {       \
        access(at, true, true);                                                                    \
        return __atomic_exchange_n(at, x, __ATOMIC_SEQ_CST);                                       \
    }                                                                                              \
    ACCESSES_HOOK int##bits##_t __tsan_atomic##bits##_fetch_add(volatile int##bits##_t *at,        \
                                                                int##bits##_t x, int order) {      \
        access(at, true, true);                                                                    \
        return __atomic_fetch_add(at, x, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    ACCESSES_HOOK int __tsan_atomic##bits##_compare_exchange_strong(                               \
        volatile int##bits##_t *at, int##bits##_t *was, int##bits##_t x, int yes, int no) {        \
        access(at, true, true);                                                                    \
        return __atomic_compare_exchange_n(at, was, x, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                              \
    ACCESSES_HOOK int __tsan_atomic##bits##_compare_exchange_weak(                                 \
        volatile int##bits##_t *at, int##bits##_t *was, int##bits##_t x, int yes, int no) {        \
        return __tsan_atomic##bits##_compare_exchange_strong(at, was, x, yes, no);                 \
    }                                                                                              \
    ACCESSES_HOOK int##bits##_t __tsan_atomic##bits##_compare_exchange_val(                        \
        volatile int##bits##_t *at, int##bits##_t was, int##bits##_t x, int yes, int no) {         \
        (void)__tsan_atomic##bits##_compare_exchange_strong(at, &was, x, yes, no);                 \
        return was;                                                                                \
    }

extern "C" {
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-declarations"
ACCESSES_PLAIN(1)
ACCESSES_PLAIN(2)
ACCESSES_PLAIN(4)
ACCESSES_PLAIN(8)
ACCESSES_PLAIN(16)
ACCESSES_ATOMIC(32)
ACCESSES_ATOMIC(64)

ACCESSES_HOOK void __tsan_read_range(void *at, size_t n) {
    for (size_t i = 0; i < n; i += 8)
        access(static_cast<char *>(at) + i, false, false);
}

ACCESSES_HOOK void __tsan_write_range(void *at, size_t n) {
    for (size_t i = 0; i < n; i += 8)
        access(static_cast<char *>(at) + i, true, false);
}

ACCESSES_HOOK void __tsan_init() {}

ACCESSES_HOOK void __tsan_func_entry(void *caller) {}

ACCESSES_HOOK void __tsan_func_exit() {}
}

#endif
