#!/bin/sh
# cpp_test.sh: tw.hpp under cpp_test.cc and queue_test.cc, under sanitizers where the compiler has them, and with TW_DEBUG
# (by day the latter alone); without a warning, without exceptions and RTTI; in several files of one program; and what must
# not compile. By night by all compilers and standards, over both structures, and with the faults tw_hpp.* of ../faults/recipes.list,
# which must be seen. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
need c++
copy "$TW_WORK" include/tw examples/cpp && cd "$TW_WORK"
cp "$TW_SOURCE/tw.hpp" .
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wold-style-cast -Wnon-virtual-dtor -Werror"
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
echo 'int main() { return 0; }' >empty.cc
# shellcheck disable=SC2086
c++ $sanitizers empty.cc -o empty 2>/dev/null && ./empty || sanitizers=

# tries COMPILER STANDARD TEST [FLAG...]: the test passes.
tries() {
    compiler=$1 standard=$2 name=$3
    shift 3
    # shellcheck disable=SC2086
    $compiler -std=c++$standard -g "$@" -DTW_TICK_BITS=64 -Iinclude -Iexamples/cpp "$here/${name}_test.cc" -o "$name" &&
        timeout 600 "./$name"
}

# knows COMPILER FLAG...: the compiler is here, and takes the flags.
knows() { command -v "$1" >/dev/null && "$@" -fsyntax-only empty.cc 2>/dev/null; }

# compiles FLAG... / refuses WORDS FLAG...: program.cc is right, or is refused in these words.
compiles() { c++ -std=c++17 -Iinclude -DTW_TICK_BITS=64 "$@" -fsyntax-only program.cc; }
refuses() {
    words=$1
    shift
    ! compiles "$@" 2>said || fail "it compiles: $words"
    grep -q "$words" said || fail "no line says: $words"
}

# shellcheck disable=SC2086
for name in cpp queue; do
    tries c++ 17 $name $warnings $sanitizers || fail "$name"
    [ "$name${TW_DAY-}" = cpp1 ] || tries c++ 17 $name $warnings -O1 -DTW_DEBUG || fail "$name with TW_DEBUG"
done
tries c++ 20 cpp -O1 || fail "coroutines"

# What is written wrongly is told in plain words.
cat >program.cc <<'END'
#include <tw/tw.hpp>
struct place { double distance; int wide[20]; tw::hook hook; };
struct thrower { thrower() {} thrower(thrower &&) {} void operator()() {} };
struct steps { using rep = long; using period = std::milli; using duration = std::chrono::milliseconds;
               using time_point = std::chrono::time_point<steps>; static constexpr bool is_steady = false;
               static time_point now() { return time_point(); } };
int main() {
    tw::timers set;
    place p{};
#if MISTAKE == 1
    tw::timer t{set, [p] { (void)p; }};
#elif MISTAKE == 2
    tw::timer t{set, thrower()};
#elif MISTAKE == 3
    tw::priority_queue<place, &place::hook, &place::distance> q;
    q.push(p);
#elif MISTAKE == 4
    tw::basic_timers<steps> wrong;
#elif MISTAKE == 5
    tw::timer t{set, [](int) {}};
#endif
}
END
compiles -DMISTAKE=0 || fail "the program without a mistake"
{ # macros of windows.h, Arduino and kernels, which a program defines between the headers of C++ and ours
    sed -n '/coroutine/d; /^#include </p' tw.hpp
    printf '#define %s\n' 'max(a, b) a' 'min(a, b) a' 'F(s) (s)' 'small char' interface near unused weak noinline
} >macros.h
compiles -DMISTAKE=0 -include macros.h || fail "the program behind macros of others"
refuses 'captures more than six pointers' -DMISTAKE=1
refuses 'a move of the function may throw' -DMISTAKE=2
refuses 'a key must be an integer or an enum' -DMISTAKE=3
refuses 'a clock that is set back' -DMISTAKE=4
refuses 'must take nothing, or a reference to its timer' -DMISTAKE=5
sed -i.old 's/=64/=32/' program.cc && refuses 'wants ticks of 64 bits' -UTW_TICK_BITS -DTW_TICK_BITS=32 -DMISTAKE=0

# Two files with tw.hpp and one of C link, and a set goes from one to another. With TW_DEBUG in one of them it does not.
cat >one.cc <<'END'
#include <tw/tw.hpp>
extern "C" int of_c(void);
int fires(tw::timers &set);
int main() { tw::timers set; return fires(set) == 1 && of_c() == 1 ? 0 : 1; }
END
cat >two.cc <<'END'
#include <tw/tw.hpp>
int fires(tw::timers &set) {
    tw::timer t{set, [] {}};
    t.after(std::chrono::seconds(-1));
    return static_cast<int>(set.run());
}
END
cat >three.c <<'END'
#define TW_IMPLEMENTATION
#include <tw/heap4.h>
#include <tw/timers.h>
int of_c(void);
int of_c(void) {
    static TW_HEAP4_ARRAY(room, 1);
    struct tw_heap4 h;
    struct tw_node n = TW_NODE(NULL);
    tw_heap4_init(&h, 0, room, 1);
    return tw_heap4_add(&h, &n, 1);
}
END
cc -std=c99 -Iinclude -c three.c -o three.o
for file in one two; do c++ -std=c++17 -fno-exceptions -fno-rtti -Iinclude -c $file.cc -o $file.o; done
{ c++ one.o two.o three.o -o linked && ./linked; } || fail "three files in one program"
c++ -std=c++17 -DTW_DEBUG -Iinclude -c two.cc -o two.o
if c++ one.o two.o three.o -o linked 2>/dev/null; then fail "files that differ in TW_DEBUG link"; fi
[ -z "${TW_DAY:-}" ] || exit 0
# shellcheck source=/dev/null
. "$here/cpp_night.sh"
