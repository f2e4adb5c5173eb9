# shellcheck shell=sh disable=SC2086,SC2154
# The program fails. post_threads_test.sh says that it passes on the sound header.

seen() {
    need "$compiler"
    [ "$program" != post_steps ] || [ "$(uname -sm)" = "Linux x86_64" ] ||
        skip "this traps as x86-64 does under Linux"
    echo 'int main(void) { return 0; }' >empty.c
    $compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty ||
        skip "$compiler cannot build $name here"
    source=$TW_SOURCE/tests/threads/$program.c
    $compiler $flags -Wall -Wextra -Werror -pthread -Ifaulty "$source" -o storm
    run_faulty ./storm "${argument:-${SOAK:-2}}" >found 2>&1
    head -n 12 found
    judge_faulty
}
