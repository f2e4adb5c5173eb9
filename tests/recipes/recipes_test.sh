#!/bin/sh
# recipes_test.sh KIND: a recipe of examples/recipes under a test that includes it, and with faults, which must be seen.
#     short_sleeps                                     on a clock of the test's
#     cancel_and_wait.plain, .asan, .tsan              under load
#     freertos                                         on a kernel of the test's, wherever its counter begins
#     freertos.arm                                     compiled for a Cortex-M4
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
kind=$1
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/tw" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h tw # as a project has it that says <tw/heap4.h>
mkdir -p examples/recipes && cp "$TW_SOURCE"/examples/recipes/*.c examples/recipes
tests=$TW_SOURCE/tests/recipes
strict="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror"
ln -s "$tests/freertos" freertos # for options in one word list, whatever the path has
rtos="$strict -D_POSIX_C_SOURCE=200809L -DTW_TICK_BITS=32 -I. -Iexamples/recipes -Ifreertos"

# try: builds and runs the test of this kind; its status
try() {
    case $kind in
    short_sleeps)
        # shellcheck disable=SC2086
        cc $strict -O1 -Iexamples/recipes -I. "-I$tests/kqueue" "$tests/short_sleeps_test.c" -o test && timeout 300 ./test
        ;;
    cancel_and_wait.*)
        # shellcheck disable=SC2086
        $compiler $flags -Wall -Wextra -Werror -pthread -Iexamples/recipes -I. "$tests/cancel_and_wait_test.c" -o test && timeout 300 ./test
        ;;
    freertos) build_freertos && timeout 300 ./silence && for first in 0 7FFFFF00 BFFFFFFF FFFFFE00 FFFFFFFF; do
        FIRST_TICK=$first timeout 300 ./test >got && diff -u "$tests/freertos/expected" got || return
    done ;;
    freertos.arm)
        # shellcheck disable=SC2086
        arm-none-eabi-gcc $rtos -mcpu=cortex-m4 -mthumb -Os -c examples/recipes/freertos_task.c -o arm.o
        ;;
    *)
        echo "no kind $kind"
        exit 2
        ;;
    esac
}

build_freertos() {
    # shellcheck disable=SC2086
    cc $rtos -O1 -pthread examples/recipes/freertos_task.c "$tests/freertos/kernel.c" "$tests/freertos/freertos_test.c" -o test &&
        cc $rtos -O1 -pthread "$tests/freertos/freertos_silence.c" "$tests/freertos/kernel.c" -o silence
}

# seen FAULT: the test must fail with this fault of the recipe
seen() {
    cp -R examples/recipes sound
    seed recipes "$1" .
    if (try) >found 2>&1; then fail "nothing sees: $1"; fi
    ! grep "error:" found || fail "$1: the recipe does not compile with it"
    cp sound/* examples/recipes
    rm -r sound
    echo "ok: seen: $1"
}

case $kind in
*.tsan) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
*.asan) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
*.arm) need arm-none-eabi-gcc ;;
*) compiler=cc flags="-std=c99 -O2" ;;
esac
try || fail "$kind"
case $kind in
short_sleeps) recipe=short_sleeps ;;
cancel_and_wait.plain) recipe=cancel_and_wait ;;
freertos) recipe=freertos_task ;;
*) exit 0 ;;
esac
names=$(names_of recipes "$recipe.")
for fault in $names; do seen "$recipe.$fault"; done
