#!/bin/sh
# delayqueue_threads_test.sh KIND: delayqueue_threads.c built and run plain, over C11 threads, under AddressSanitizer,
# ThreadSanitizer (gcc's or clang's) or helgrind. delayqueue_waits.c over either kind of threads (waits); what ends in .m32
# runs where time_t has 4 bytes. ../faults/threads.list has the faults that they see. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2" run="" arguments="${SOAK:-2} 1000" program=delayqueue_threads
case $1 in
pthreads) ;;
c11) flags="-std=c11 -O2 -DTW_DQ_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
waits.pthreads*) program=delayqueue_waits arguments="" ;;
waits.c11*) program=delayqueue_waits arguments="" flags="-std=c11 -O2 -DTW_DQ_C11" ;;
helgrind) # runs one thread at a time, and hands over slowly on a busy machine
    need valgrind
    flags="-std=c99 -O1 -g -DHELGRIND" arguments="${SOAK:-2} 50 3"
    run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9"
    run="$run --suppressions=source/tests/threads/delayqueue_helgrind.supp"
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
case $1 in
*.m32)
    flags="$flags -m32 -DTW_TICK_BITS=64"
    printf '#include <time.h>\ntypedef char has_4_bytes[sizeof(time_t) == 4 ? 1 : -1];\n' >>empty.c
    ;;
esac
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
cp "$TW_SOURCE"/*.h .

# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/$program.c" -o soak
# shellcheck disable=SC2086
$run ./soak $arguments
