// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a std::map. Put yours into answer().
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

static const std::set<std::string> can = {"order", "fifo", "passed", "move", "next",
                                          "now",   "far",  "wide",   "top"};
typedef std::pair<unsigned long long, unsigned long long>
    key; // the tick, and the number of the arming
static std::map<key, unsigned> timers;
static std::map<unsigned, key> armed;
static unsigned long long now, births;

static std::string answer(const std::string &line) {
    std::istringstream words(line);
    std::string verb, said = "ok";
    unsigned long long a = 0, tick = 0;
    words >> verb >> a >> tick;
    const unsigned id = static_cast<unsigned>(a);
    if (verb == "init") {
        timers.clear(), armed.clear(), now = a;
    } else if (verb == "next") {
        return timers.empty() ? "none" : "next " + std::to_string(timers.begin()->first.first);
    } else if (verb == "advance") {
        for (said = "fired", now = a; !timers.empty() && timers.begin()->first.first <= now;) {
            said += " " + std::to_string(timers.begin()->second);
            armed.erase(timers.begin()->second), timers.erase(timers.begin());
        }
    } else { // add, move, cancel
        said = armed.count(id) || verb != "cancel" ? "ok" : "no";
        if (armed.count(id))
            timers.erase(armed[id]), armed.erase(id);
        if (verb != "cancel")
            timers[armed[id] = key(std::max(tick, now), ++births)] = id;
    }
    return said;
}

static bool allowed(const std::string &needs) {
    std::istringstream words(needs);
    for (std::string word; words >> word;)
        if (!can.count(word))
            return false;
    return true;
}

int main(int argc, char **argv) {
    std::ifstream file(argc > 1 ? argv[1] : "");
    unsigned holds = 0, fails = 0, declined = 0;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string>
            part; // "vector" NAME "shows" PROMISE "needs" WORDS "run" LINE ANSWER...
        for (size_t a = line.find('"'), b; a != line.npos; a = line.find('"', b + 1))
            b = line.find('"', a + 1), part.push_back(line.substr(a + 1, b - a - 1));
        if (!allowed(part[5])) {
            declined++;
            continue;
        }
        std::string got;
        size_t i = 7;
        while (i < part.size() && (got = answer(part[i])) == part[i + 1])
            i += 2;
        if (i < part.size())
            std::cout << "FAILED " << part[1] << " shows " << part[3] << ": " << part[i] << " -> "
                      << got << " and not " << part[i + 1] << "\n";
        i < part.size() ? fails++ : holds++;
    }
    std::cout << holds << " hold, " << fails << " fail, " << declined << " declined\n";
    return fails || !holds;
}
