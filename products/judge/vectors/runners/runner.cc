// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a std::multimap. Put yours into answer().
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

typedef unsigned long long number;
static const std::string can = " order fifo passed move next now far wide top ";
static std::multimap<number, number> timers; // equal ticks stay in the order of their arming
static number now;

static std::string answer(const std::string &line) {
    std::istringstream words(line);
    std::string verb, said = "fired";
    number id = 0, due = 0;
    words >> verb >> id >> due;
    if (verb == "next")
        return timers.empty() ? "none" : "next " + std::to_string(timers.begin()->first);
    if (verb == "init" || verb == "advance")
        now = id;
    if (verb == "init")
        return timers.clear(), "ok";
    for (; verb == "advance" && !timers.empty() && timers.begin()->first <= now;
         timers.erase(timers.begin()))
        said += " " + std::to_string(timers.begin()->second);
    if (verb == "advance")
        return said;
    const auto at =
        std::find_if(timers.begin(), timers.end(),
                     [id](std::pair<const number, number> &t) { return t.second == id; });
    const bool armed = at != timers.end();
    if (armed)
        timers.erase(at);
    if (verb != "cancel") // add, move
        timers.emplace(std::max(due, now), id);
    return armed || verb != "cancel" ? "ok" : "no";
}

int main(int argc, char **argv) {
    std::ifstream file(argv[argc - 1]);
    int count[3] = {0, 0, 0}, verdict; // holds, fails, is declined
    for (std::string line, word, got; std::getline(file, line); count[verdict]++) {
        std::vector<std::string>
            part; // NAME is 3, PROMISE 7, WORDS 11, and from 15 on LINE, ANSWER...
        for (std::istringstream in(line); std::getline(in, word, '"');)
            part.push_back(word);
        verdict = 0;
        for (std::istringstream words(part[11]); words >> word;)
            verdict = can.find(" " + word + " ") != can.npos ? verdict : 2;
        for (size_t i = 15; i + 2 < part.size() && verdict == 0; i += 4)
            if ((verdict = (got = answer(part[i])) != part[i + 2]))
                std::cout << "FAILED " << part[3] << " shows " << part[7] << ": " << part[i]
                          << " -> " << got << " and not " << part[i + 2] << "\n";
    }
    std::cout << count[0] << " hold, " << count[1] << " fail, " << count[2] << " declined\n";
    return count[1] || !count[0];
}
