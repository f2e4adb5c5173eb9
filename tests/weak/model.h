/* SPDX-License-Identifier: MIT-0 */
/* Relacy (Debian: relacy-dev): runs small programs of threads in every order, and lets
   each relaxed load see every value that the memory model of C11 allows. Here: a plain
   variable that it watches, and the call that runs a program. Two accesses to a plain
   variable that no order of memory separates, one of them a write, end a run as a data
   race. */
#ifndef MODEL_H
#define MODEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <relacy/relacy.hpp>

template <class T> struct plain {
    rl::var<T> value;

    plain() { value($) = T(); }

    operator T() const { return value($); }

    plain &operator=(T to) {
        value($) = to;
        return *this;
    }

    plain &operator=(const plain &from) { return *this = static_cast<T>(from); }

    void operator++(int) { *this = static_cast<T>(*this) + 1; }

    void operator--(int) { *this = static_cast<T>(*this) - 1; }
};

/* Runs a program in all its runs; or, if `some` is not 0, in so many random ones. True:
   none failed. The first that did is run again, and its steps are printed. */
template <class Program> bool model_run(const char *name, rl::iteration_t some) {
    std::ostream nowhere(NULL);

    for (int loud = 0; loud < 2; loud++) {
        rl::test_params params;

        params.search_type = some ? rl::random_scheduler_type : rl::fair_full_search_scheduler_type;
        params.iteration_count = some;
        params.progress_stream = &nowhere;
        params.output_stream = loud ? &std::cout : &nowhere;
        if (rl::simulate<Program>(params)) {
            std::cout << name << ": " << params.stop_iteration
                      << (some ? " random runs" : " runs, which are all") << std::endl;
            return true;
        }
    }
    std::cout << name << " fails" << std::endl;
    return false;
}

struct model_program {
    const char *name;
    bool (*run)(const char *name, rl::iteration_t some);
    bool large; /* has millions of runs */
};

/* main() of a file of programs: [--all-runs] [PROGRAM...]; without a name, every program.
   Of a large one, as many random runs as take a second or two, unless all are wanted. */
inline int model_main(const model_program *programs, int count, int argc, char **argv) {
    const int all = argc > 1 && !strcmp(argv[1], "--all-runs");
    bool good = true;
    int known = 0;

    for (int p = 0; p < count; p++) {
        bool wanted = argc - all == 1;

        for (int i = 1 + all; i < argc; i++)
            wanted = wanted || !strcmp(argv[i], programs[p].name);
        known += wanted;
        good = (!wanted ||
                programs[p].run(programs[p].name, programs[p].large && !all ? 200000 : 0)) &&
               good;
    }
    if (known < argc - all - 1) {
        fprintf(stderr, "%s: no program of that name\n", argv[0]);
        return 2;
    }
    return good ? 0 : 1;
}

#endif
