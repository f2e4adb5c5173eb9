#!/bin/sh
# shards_threads_test.sh KIND: shards_threads.c plain, over C11 atomics, under AddressSanitizer with TW_DEBUG, under
# ThreadSanitizer (gcc's or clang's), and over a lock under helgrind. ../faults/shards.list has a fault that helgrind sees.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2" run="" rounds=300
case $1 in
plain) ;;
c11) flags="-std=c11 -O2 -DTW_POST_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DTW_DEBUG" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.c11) compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
helgrind)
    need valgrind
    flags="-std=c99 -O1 -g -fno-inline -DHELGRIND" rounds=40
    run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9"
    run="$run --suppressions=source/tests/threads/shards_helgrind.supp"
    ;;
*)
    echo "no kind $1"
    exit 2
    ;;
esac
need $compiler
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
cp "$TW_SOURCE"/*.h .
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/shards_threads.c" -o storm
# shellcheck disable=SC2086
$run ./storm $rounds
