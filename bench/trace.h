/* SPDX-License-Identifier: MIT-0 */
/* A recorded trace in memory; bench/traces/README.md tells the format. */
#ifndef BENCH_TRACE_H
#define BENCH_TRACE_H

#include "workload.h"

#include <cinttypes>
#include <unordered_map>

namespace bench {

struct Trace {
    struct Operation {
        uint64_t time, due; /* us; due 0: cancel */
        uint32_t timer;
    };

    explicit Trace(const std::string &file) {
        const size_t slash = file.rfind('/');
        name = file.substr(slash == std::string::npos ? 0 : slash + 1);
        name = name.substr(0, name.find(".trace"));
        FILE *in = std::fopen(file.c_str(), "r");
        if (!in)
            fail(file, "cannot be read");
        char line[1100];
        for (size_t number = 1; std::fgets(line, sizeof line, in); number++)
            if (!parse(line))
                fail(file + ":" + std::to_string(number), "is no operation");
        std::fclose(in);
        if (operation.empty())
            fail(file, "holds no operation");
        end = std::max(end, operation.back().time);
    }

    std::string name;
    std::vector<Operation> operation;
    uint64_t end = 0; /* where the clock goes in the end */
    uint32_t timers = 0;

  private:
    static void fail(const std::string &where, const char *what) {
        std::fprintf(stderr, "%s %s\n", where.c_str(), what);
        std::exit(2);
    }

    bool parse(char *line) {
        uint64_t time, id, due;
        line[std::strcspn(line, "#\n")] = 0;
        if (line[std::strspn(line, " \t\r")] == 0)
            return true;
        if (std::sscanf(line, "%" SCNu64 " arm %" SCNu64 " %" SCNu64, &time, &id, &due) != 3) {
            if (std::sscanf(line, "%" SCNu64 " cancel %" SCNu64, &time, &id) != 2)
                return false;
            due = 0;
        } else {
            end = std::max(end, due);
            due = std::max<uint64_t>(due, 1);
        }
        const auto known = number_.emplace(id, timers);
        timers += known.second;
        operation.push_back({time, due, known.first->second});
        return true;
    }

    std::unordered_map<uint64_t, uint32_t> number_;
};

} // namespace bench

#endif
