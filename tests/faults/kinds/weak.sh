# shellcheck shell=sh disable=SC2086,SC2154
# The program fails under Relacy, in one of its runs. weak_test.sh says that it passes on the sound header.
need g++
[ -e /usr/include/relacy/relacy.hpp ] || skip "no Relacy here"

# build_weak HEADER: what several contexts touch by turns is watched.
build_weak() {
    here=$TW_SOURCE/tests/weak
    seed watch "$1" faulty
    g++ -std=c++11 -O1 -Wall -Wextra -Werror ${flags:-} "-I$here" -Ifaulty \
        "$here/$1_weak.cc" -o weak
}

seen() {
    build_weak "${name%%.*}"
    run_faulty ./weak "$program" >found 2>&1
    tail -n 40 found
    judge_faulty
    grep -q "^$program fails" found || fail "$program ended in another way"
}
