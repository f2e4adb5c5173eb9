# Sourced by run: Boost.Heap, whose own tests, unchanged, call tw::priority_queue in place of a heap of Boost's. Nothing of Boost
# is replaced: boost.cc has the names that the tests call. Boost's headers are those of libboost-dev.
package=boost1.74 version=1.74.0+ds1 least=9 sets="by_order by_key" part=boost/libs/heap/test

needs() {
    need c++
    printf '#include <boost/heap/d_ary_heap.hpp>\n#include <boost/test/included/unit_test.hpp>\n' | c++ -E -x c++ - >/dev/null 2>&1 ||
        skip "no Boost.Heap and Boost.Test here"
}

apply() { :; }

# Boost.Test itself takes most of the time, and is compiled once.
build() { # FOLDER FLAGS
    printf '#define BOOST_TEST_MODULE heap\n#include <boost/test/included/unit_test.hpp>\n' >framework.cc
    [ -f framework.o ] || c++ -std=c++17 -O0 -w -c framework.cc -o framework.o || return
    # shellcheck disable=SC2086 # words
    c++ -std=c++17 -O0 -g1 -w -fsanitize=address $2 -I"$1/libs/heap/test" "$TW_SOURCE/tests/peers/boost.cc" framework.o -o "$1/heap"
}

# The number of checks that passed stands in the name: more or fewer are another test. A fault may make a test endless.
suite() { # COPY [TEST...]
    copy=$1
    shift
    for name in $("$copy/heap" --list_content 2>&1 | tr -d '* '); do
        if timeout 300 "$copy/heap" --run_test="$name" --report_level=detailed >said 2>&1; then
            echo "ok $name.$(sed -n 's/.* \([0-9]*\) assertions* out of .* passed$/\1/p' said | head -n 1)"
        else
            echo "failed $name"
        fi
    done | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
}
