// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to the timers of timers.cc. Put yours in place of that file.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

extern const std::string can; // the levels that the timers have, between blanks
std::string answer(const std::string &line);

static std::vector<std::string> split(const std::string &text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);)
        parts.push_back(part);
    return parts;
}

int main(int argc, char **argv) {
    std::ifstream file(argv[argc - 1]);
    int count[3] = {0, 0, 0}, verdict; // holds, fails, is declined
    for (std::string line; std::getline(file, line); count[verdict]++) {
        // The name is part 3, the promise 7, the levels are 11, and operations begin at 15.
        const std::vector<std::string> part = split(line, '"');
        verdict = 0;
        for (const std::string &level : split(part[11], ' '))
            verdict = can.find(" " + level + " ") != can.npos ? verdict : 2;
        for (size_t i = 15; i + 2 < part.size() && verdict == 0; i += 4) {
            const std::string got = answer(part[i]);
            if ((verdict = got != part[i + 2]))
                std::cout << "FAILED " << part[3] << " shows " << part[7] << ": " << part[i]
                          << " -> " << got << " and not " << part[i + 2] << "\n";
        }
    }
    std::cout << count[0] << " hold, " << count[1] << " fail, " << count[2] << " declined\n";
    return count[1] || !count[0];
}
