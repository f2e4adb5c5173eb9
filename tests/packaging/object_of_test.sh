#!/bin/sh
# object_of_test.sh gcc|clang: TW_OF finds the object around a node in an ordinary C++ class, and no compiler warns.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
[ "$1" = gcc ] && cxx=g++ || cxx=clang++
need $cxx
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

# A class may have references, private members, virtual functions, data in its base, and members that are classes.
cat >class.cc <<'END'
#include "hwheel.h"
#include "timers.h"
#include <functional>
#include <memory>
struct base {
    int in_the_base;
    base() : in_the_base(0) {}
    virtual ~base() {}
};
class conn : public base {
    std::function<void()> run;
    std::unique_ptr<int> owned;
    int &refers;

public:
    tw_node idle;
    struct { tw_node each[2]; } more;
    explicit conn(int &to) : run([] {}), owned(new int(1)), refers(to) {
        tw_node_init(&idle, nullptr);
        tw_node_init(&more.each[1], nullptr);
    }
    int get() { return run(), *owned + refers; }
};
int main() {
    int one = 1;
    conn c(one);
    return TW_OF(&c.idle, conn, idle) == &c && TW_OF(&c.more.each[1], conn, more.each[1])->get() == 2 ? 0 : 1;
}
END
for standard in c++11 c++20; do
    $cxx -std=$standard -Wall -Wextra -Wpedantic -Werror "-I$TW_SOURCE" class.cc -o class && ./class || {
        echo "FAILED: a class, $standard"
        exit 1
    }
done
echo "ok"
