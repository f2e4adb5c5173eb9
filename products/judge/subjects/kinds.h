/* SPDX-License-Identifier: MIT-0 */
/* A program with several subjects: its first argument names the one to judge. */
#ifndef SUBJECT_KINDS_H
#define SUBJECT_KINDS_H

#include "judge.h"
#include <cstdio>
#include <map>
#include <string>

typedef std::map<std::string, judge_subject> judge_kinds;

/* Judges the subject that argv[1] names; the card calls it `prefix` and that name. */
inline int judge_one_of(int argc, char **argv, const judge_kinds &kinds,
                        const std::string &prefix) {
    const judge_kinds::const_iterator found = kinds.find(argc > 1 ? argv[1] : "");

    if (found == kinds.end()) {
        std::fprintf(stderr, "Usage: %s KIND [OPTION...], of these kinds:\n", argv[0]);
        for (const auto &kind : kinds)
            std::fprintf(stderr, "    %s\n", kind.first.c_str());
        return 2;
    }
    judge_subject subject = found->second;
    const std::string name = prefix + found->first;

    subject.name = name.c_str();
    argv[1] = argv[0];
    return judge_main(argc - 1, argv + 1, &subject);
}

#endif
