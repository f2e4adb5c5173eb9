/* SPDX-License-Identifier: MIT-0 */
/* What post.h wants of <stdatomic.h>, over Relacy's atomics: stands before the compiler's
   own in the path of includes. Relacy's names of memory orders bring the place in the
   source with them, as one more argument. */
#ifndef MODEL_STDATOMIC_H
#define MODEL_STDATOMIC_H

using rl::mo_acq_rel;
using rl::mo_acquire;
using rl::mo_relaxed;
using rl::mo_release;
using rl::mo_seq_cst;

#define _Atomic(T) model_atomic<T>

/* All zero at first, as a static object is. */
template <class T> struct model_atomic : rl::atomic<T> {
    model_atomic() : rl::atomic<T>(T()) {}
};

template <class T, class V>
T atomic_exchange_explicit(model_atomic<T> *at, V value, rl::memory_order order,
                           rl::debug_info_param where) {
    return at->exchange(value, order, where);
}

template <class T>
bool atomic_compare_exchange_weak_explicit(model_atomic<T> *at, T *expected, T value,
                                           rl::memory_order done, rl::debug_info_param where,
                                           rl::memory_order failed,
                                           rl::debug_info_param where_failed) {
    return at->compare_exchange_weak(*expected, value, done, where, failed, where_failed);
}

template <class T>
bool atomic_compare_exchange_strong_explicit(model_atomic<T> *at, T *expected, T value,
                                             rl::memory_order done, rl::debug_info_param where,
                                             rl::memory_order failed,
                                             rl::debug_info_param where_failed) {
    return at->compare_exchange_strong(*expected, value, done, where, failed, where_failed);
}

template <class T>
T atomic_load_explicit(const model_atomic<T> *at, rl::memory_order order,
                       rl::debug_info_param where) {
    return at->load(order, where);
}

#endif
