#!/bin/sh
# delayqueue_threads_test.sh KIND: delayqueue_threads.c built and run plain, over C11 threads, under AddressSanitizer,
# ThreadSanitizer (gcc's or clang's) or helgrind. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
compiler=cc flags="-std=c99 -O2" run="" seconds=${SOAK:-4} objects=1000
case $1 in
pthreads) ;;
c11) flags="-std=c11 -O2 -DTW_DQ_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
helgrind) # runs one thread at a time
    need valgrind
    flags="-std=c99 -O1 -g" run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9" objects=50
    ;;
*)
    echo "no kind $1"
    exit 2
    ;;
esac
need $compiler
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I"$TW_SOURCE" "$TW_SOURCE/tests/delayqueue_threads.c" -o soak
# shellcheck disable=SC2086
$run ./soak $seconds $objects
