/* SPDX-License-Identifier: MIT-0 */
/* Cores that are simulated, and the cache lines that go from one to another.

   A file that is compiled with -fsanitize=thread calls a function before each access to
   memory. lines.cc has these functions, in place of the sanitizer's library. They do what
   a MESI protocol does: a line has one writer, or readers. A core that reads a line which
   it does not have, or writes one which it does not have alone, gets the line from another
   core. That is a transfer. Caches have no end here, the stack counts as registers, and a
   line that no core has had yet comes for nothing.

   Each core has a clock. An access and a transfer take the times below. Transfers of one
   line take place one after the other, and so do the sections under one lock. */
#ifndef LINES_H
#define LINES_H

#include <cstdint>

namespace lines {

enum { CORES = 128, GROUP = 8 };

struct Times {
    double access, atomic; /* of a line that the core has, in ns */
    double near, far;      /* of a line from a core of the same GROUP cores, or another */
};

/* Forgets all lines; the clocks of all cores are 0. */
void begin(const Times &times);

/* The accesses that follow are those of this core. */
void run(unsigned core);

/* Ends that: accesses do not count. */
void pause();

/* The clock of a core; and lets a core do nothing until then. */
double now(unsigned core);
void wait(unsigned core, double until);

/* The accesses and the transfers since begin(). */
uint64_t accesses();
uint64_t transfers();

/* A lock whose next owner has it as soon as the lock's line is there. */
class Lock {
  public:
    void lock();
    void unlock();

  private:
    int held_ = 0;
    double free_ = 0;
};

} // namespace lines

#endif
