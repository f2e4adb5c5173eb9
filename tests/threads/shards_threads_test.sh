#!/bin/sh
# shards_threads_test.sh KIND: shards_threads.c plain, over C11 atomics, under AddressSanitizer with TW_DEBUG, and under
# ThreadSanitizer (gcc's or clang's). Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2"
case $1 in
plain) ;;
c11) flags="-std=c11 -O2 -DTW_POST_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DTW_DEBUG" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.c11) compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
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
cp "$TW_SOURCE"/*.h .
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/shards_threads.c" -o storm
./storm 300
