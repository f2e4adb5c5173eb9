// SPDX-License-Identifier: MIT-0
// Timers in a std::multimap, for runner.cc.
#include <algorithm>
#include <map>
#include <sstream>
#include <string>

typedef unsigned long long number;
extern const std::string can;
std::string answer(const std::string &line);

const std::string can = " order fifo passed move next now far wide top ";
static std::multimap<number, number> timers; // equal ticks stay in the order of their arming
static number now;

static std::string advance() {
    std::string said = "fired";
    for (; !timers.empty() && timers.begin()->first <= now; timers.erase(timers.begin()))
        said += " " + std::to_string(timers.begin()->second);
    return said;
}

static bool cancel(number id) {
    auto at = timers.begin();
    while (at != timers.end() && at->second != id)
        ++at;
    return at != timers.end() && (timers.erase(at), true);
}

std::string answer(const std::string &line) {
    std::istringstream words(line);
    std::string verb;
    number id = 0, due = 0;
    words >> verb >> id >> due;
    if (verb == "next")
        return timers.empty() ? "none" : "next " + std::to_string(timers.begin()->first);
    if (verb == "init" || verb == "advance")
        now = id;
    if (verb == "advance")
        return advance();
    if (verb == "init")
        return timers.clear(), "ok";
    if (verb == "cancel")
        return cancel(id) ? "ok" : "no";
    cancel(id); // add, move
    timers.emplace(std::max(due, now), id);
    return "ok";
}
