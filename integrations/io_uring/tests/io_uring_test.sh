#!/bin/sh
# io_uring_test.sh [figures]: uring_timers.h on a ring of the kernel. figures: moves.c prints its table, and refuses wrong numbers.
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/integrations/io_uring

fail() {
    echo "FAILED: $*"
    exit 1
}

printf '#include <liburing.h>\n' | cc -E - >/dev/null 2>&1 || skip "no liburing.h here"
status=0
if [ "${1:-}" = figures ]; then
    sh "$here/figures.sh" many 2>said || status=$?
    [ $status = 2 ] && grep -q 'TURNS is a number' said || fail "a wrong number: $status"
    status=0
    sh "$here/figures.sh" 50 >table || status=$?
    cat table
    [ $status = 77 ] || [ "$(grep -cE '^\| (armed|waiting|each), 10+ \|( [0-9.]+ \|){6}$' table)" = 9 ] || fail "another table"
else
    cc -O2 -Wall -Wextra -Werror -I"$TW_SOURCE/include" -I"$here" "$here/tests/uring_timers_test.c" -luring -o program
    ./program || status=$?
fi
[ $status != 77 ] || skip "no io_uring here"
[ $status = 0 ] || fail "status $status"
