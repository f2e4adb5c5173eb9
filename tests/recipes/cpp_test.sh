#!/bin/sh
# cpp_test.sh: examples/cpp/timer.h under cpp_test.cc, for ticks of all widths, under sanitizers where the compiler has
# them. By night by clang++ as well, and with the faults timer.* of ../faults/recipes.list, which must be seen. Wants
# TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/examples" && cd "$TW_WORK"
cp -R "$TW_SOURCE/examples/cpp" examples
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wold-style-cast"
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
echo 'int main() { return 0; }' >empty.cc
# shellcheck disable=SC2086
c++ $sanitizers empty.cc -o empty 2>/dev/null && ./empty || sanitizers=
compiler=c++
! echo 'int main() {}' | c++ -std=c++20 -xc++ -fsyntax-only - 2>&1 | grep -q . || skip "a compiler of C++20"

# shellcheck disable=SC2086
build() { $compiler -std=c++20 $warnings -O1 -g $sanitizers "$@" "-I$TW_SOURCE/include" -Iexamples/cpp "$here/cpp_test.cc" -o test; }

for compiler in c++ ${TW_DAY:-clang++}; do
    [ "$compiler" != 1 ] || continue
    command -v "$compiler" >/dev/null || continue
    for bits in 16 32 64; do
        build -Werror "-DTW_TICK_BITS=$bits" && timeout 60 ./test || fail "$compiler, ticks of $bits bits"
    done
done
[ -z "${TW_DAY:-}" ] || exit 0

compiler=c++
names=$(names_of recipes timer.)
for fault in $names; do # the test must fail with each
    cp -R examples/cpp sound
    seed recipes "timer.$fault" .
    bits=64
    [ "$fault" != a_tick_is_cut ] || bits=16
    build "-DTW_TICK_BITS=$bits" || fail "$fault does not compile"
    if timeout 60 ./test >found 2>&1; then fail "nothing sees: $fault"; fi
    cp sound/* examples/cpp && rm -r sound
    echo "ok: seen: $fault"
done
