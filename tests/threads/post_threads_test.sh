#!/bin/sh
# post_threads_test.sh KIND: posts for real. post_threads.c plain, over C11 atomics, as a 32-bit program, under
# AddressSanitizer and ThreadSanitizer (gcc's or clang's), which must find a memory order that is too weak in a copy of
# post.h; post_wake.c, the same for what a wake-up is built on; post_signals.c, a storm of signals; and post_steps.c,
# interrupts at every instruction, which must find exchanges in two steps. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2" program=post_threads edit="" hangs="" argument=${SOAK:-2}
case $1 in
threads.plain) ;;
threads.c11) flags="-std=c11 -O2 -DTW_POST_C11" ;;
threads.m32) flags="-std=c99 -O2 -m32 -DTW_TICK_BITS=64" ;;
threads.asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
threads.tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
threads.tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
threads.tsan.c11) compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
faults.word_is_exchanged_relaxed)
    compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread"
    edit='s/(__atomic_exchange_n\(at, value, __ATOMIC_)ACQ_REL/$1RELAXED/'
    ;;
faults.inbox_is_taken_relaxed)
    compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread"
    edit='s/(__atomic_exchange_n\(at, p, __ATOMIC_)ACQ_REL/$1RELAXED/'
    ;;
faults.pushed_relaxed)
    compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread"
    edit='s/(__atomic_compare_exchange_n\(at, next, p, true, __ATOMIC_)ACQ_REL/$1RELAXED/'
    ;;
wake.plain) program=post_wake argument=300 ;;
wake.tsan.gcc) program=post_wake argument=300 compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
wake.tsan.clang) program=post_wake argument=300 compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
wake.tsan.c11) program=post_wake argument=300 compiler=gcc flags="-std=c11 -O1 -g -fsanitize=thread -DTW_POST_C11" ;;
wake_faults.*)
    program=post_wake argument=300 compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread"
    case $1 in
    *.word_is_exchanged_*) at='at, value' ;;
    *.inbox_is_taken_*) at='at, p' ;;
    *.pushed_*) at='at, next, p, true' ;;
    esac
    case $1 in
    *_without_acquire) edit="s/(\($at, __ATOMIC_)ACQ_REL/\$1RELEASE/" ;;
    *_without_release) edit="s/(\($at, __ATOMIC_)ACQ_REL/\$1ACQUIRE/" ;;
    esac
    case $1 in # from sender to owner: the turns of post_wake hide these
    *.inbox_is_taken_without_acquire | *.pushed_without_release) program=post_threads argument=2 ;;
    esac
    ;;
signals.plain) program=post_signals argument=300000 ;;
signals.c11) program=post_signals argument=300000 flags="-std=c11 -O2 -DTW_POST_C11" ;;
signals.m32) program=post_signals argument=300000 flags="-std=c99 -O2 -m32 -DTW_TICK_BITS=64" ;;
steps.plain) program=post_steps flags="-std=gnu99 -O2" ;;
steps.os) program=post_steps flags="-std=gnu99 -Os" ;;
steps.c11) program=post_steps flags="-std=gnu11 -O2 -DTW_POST_C11" ;;
faults.word_is_exchanged_in_two_steps) # a post is in the inbox twice: the list has a circle, and no drain of it ends
    program=post_steps flags="-std=gnu99 -O2" hangs=154
    edit='s/return __atomic_exchange_n\(at, value, __ATOMIC_ACQ_REL\);/const tw_post_word old = __atomic_load_n(at, __ATOMIC_ACQUIRE);\n    __atomic_store_n(at, value, __ATOMIC_RELEASE);\n    return old;/'
    ;;
faults.inbox_is_taken_in_two_steps)
    program=post_steps flags="-std=gnu99 -O2"
    edit='s/return __atomic_exchange_n\(at, p, __ATOMIC_ACQ_REL\);/struct tw_post *const old = __atomic_load_n(at, __ATOMIC_ACQUIRE);\n    __atomic_store_n(at, p, __ATOMIC_RELEASE);\n    return old;/'
    ;;
faults.pushed_in_two_steps)
    program=post_steps flags="-std=gnu99 -O2"
    edit='s/return (__atomic_compare_exchange_n\(.*?\));/if (__atomic_load_n(at, __ATOMIC_RELAXED) != *next)\n        return $1;\n    __atomic_store_n(at, p, __ATOMIC_RELEASE);\n    return true;/'
    ;;
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
if [ -n "$edit" ]; then
    need perl
    edit_file post.h "$edit"
fi
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/$program.c" -o storm
if [ -z "$edit" ]; then
    ./storm $argument
else
    run_faulty ./storm $argument >found 2>&1
    head -n 12 found
    judge_faulty
    echo "ok: the fault is seen, status $status"
fi
