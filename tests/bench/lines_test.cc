/* SPDX-License-Identifier: MIT-0 */
/* What bench/lines.h counts, in programs so small that a person can count: this file is
   compiled with -fsanitize=thread, as bench/transfers.cc is. The times are powers of ten,
   so that a clock tells what it is made of. */
#undef NDEBUG
#include "../../bench/lines.h"

#include <cassert>
#include <cstdio>

namespace {

const lines::Times times = {1, 10, 100, 1000};

struct alignas(64) Word {
    volatile int x;
    volatile int beside;
};

Word a, b;
uint64_t exchanged;

void begin() { lines::begin(times); }

int read(unsigned core, Word *w) {
    lines::run(core);
    const int x = w->x;
    lines::pause();
    return x;
}

void write(unsigned core, volatile int *at) {
    lines::run(core);
    *at = 1;
    lines::pause();
}

void a_line_that_no_core_had_comes_for_nothing() {
    begin();
    read(0, &a);
    write(0, &a.x);
    write(1, &b.x);
    assert(lines::transfers() == 0 && lines::accesses() == 3);
    assert(lines::now(0) == 2 && lines::now(1) == 1 && lines::now(2) == 0);
}

void readers_get_a_line_once() {
    begin();
    write(0, &a.x);
    for (int i = 0; i < 3; i++)
        for (unsigned core = 0; core < 3; core++)
            read(core, &a);
    assert(lines::transfers() == 2);
}

void a_writer_takes_the_line_from_all() {
    begin();
    for (unsigned core = 0; core < 3; core++)
        read(core, &a);
    assert(lines::transfers() == 2);
    write(2, &a.x); /* it has the line, and others have it */
    assert(lines::transfers() == 3);
    write(2, &a.x);
    assert(lines::transfers() == 3);
    read(0, &a);
    read(1, &a);
    assert(lines::transfers() == 5);
}

void words_of_one_line_travel_together() {
    begin();
    for (int i = 0; i < 4; i++) {
        write(0, &a.x);
        write(1, &a.beside);
    }
    assert(lines::transfers() == 7);
    begin();
    for (int i = 0; i < 4; i++) {
        write(0, &a.x);
        write(1, &b.x);
    }
    assert(lines::transfers() == 0);
}

void a_line_from_afar_takes_longer() {
    begin();
    write(0, &a.x);
    write(lines::GROUP - 1, &a.x); /* waits for no transfer */
    assert(lines::now(lines::GROUP - 1) == 101);
    write(lines::GROUP, &a.x); /* its transfer begins when the last one has ended */
    assert(lines::now(lines::GROUP) == 101 + 1000);
    assert(lines::now(0) == 1);
}

void exchanges_take_their_own_time() {
    begin();
    lines::run(0);
    const uint64_t was = __atomic_exchange_n(&exchanged, 1, __ATOMIC_ACQ_REL);
    lines::pause();
    assert(was == 0);
    assert(lines::now(0) == 10 && lines::accesses() == 1);
}

void sections_under_a_lock_follow_each_other() {
    static lines::Lock lock;

    begin();
    lines::run(0);
    lock.lock();
    a.x = 1;
    lock.unlock();
    assert(lines::now(0) == 10 + 1 + 1);
    lines::run(1);
    lock.lock(); /* from 12 on: an exchange, and the lock's line */
    assert(lines::now(1) == 12 + 10 + 100);
    lock.unlock();
    lines::pause();
    lines::wait(1, 500);
    lines::wait(1, 400);
    assert(lines::now(1) == 500);
}

void the_stack_and_pauses_do_not_count() {
    volatile int here = 0;

    begin();
    lines::run(0);
    here = here + 1;
    lines::pause();
    a.x = 2;
    assert(lines::accesses() == 0 && here == 1);
}

} // namespace

int main() {
    a_line_that_no_core_had_comes_for_nothing();
    readers_get_a_line_once();
    a_writer_takes_the_line_from_all();
    words_of_one_line_travel_together();
    a_line_from_afar_takes_longer();
    exchanges_take_their_own_time();
    sections_under_a_lock_follow_each_other();
    the_stack_and_pauses_do_not_count();
    std::puts("lines are counted as by hand");
    return 0;
}
