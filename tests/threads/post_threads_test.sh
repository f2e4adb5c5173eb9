#!/bin/sh
# post_threads_test.sh KIND: posts for real. post_threads.c plain, over C11 atomics, as a 32-bit program, under
# AddressSanitizer and ThreadSanitizer (gcc's or clang's); post_wake.c, the same for what a wake-up is built on;
# post_signals.c, a storm of signals; and post_steps.c, interrupts at every instruction. ../faults/posts.list has the
# faults that they see. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2" program=post_threads argument=${SOAK:-2}
case $1 in
threads.plain) ;;
threads.c11) flags="-std=c11 -O2 -DTW_POST_C11" ;;
threads.m32) flags="-std=c99 -O2 -m32 -DTW_TICK_BITS=64" ;;
threads.asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
threads.tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
threads.tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
threads.tsan.c11) compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
wake.plain) program=post_wake argument=300 ;;
wake.tsan.gcc) program=post_wake argument=300 compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
wake.tsan.clang) program=post_wake argument=300 compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
wake.tsan.c11) program=post_wake argument=300 compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
signals.plain) program=post_signals argument=300000 ;;
signals.c11) program=post_signals argument=300000 flags="-std=c11 -O2 -DTW_POST_C11" ;;
signals.m32) program=post_signals argument=300000 flags="-std=c99 -O2 -m32 -DTW_TICK_BITS=64" ;;
steps.plain) program=post_steps flags="-std=gnu99 -O2" ;;
steps.os) program=post_steps flags="-std=gnu99 -Os" ;;
steps.c11) program=post_steps flags="-std=gnu11 -O2 -DTW_POST_C11" ;;
*)
    echo "no kind $1"
    exit 2
    ;;
esac
need $compiler
if [ $program = post_steps ]; then
    [ "$(uname -sm)" = "Linux x86_64" ] || skip "this traps as x86-64 does under Linux"
fi
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
cp "$TW_SOURCE"/*.h .
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/$program.c" -o storm
./storm "$argument"
