#!/bin/sh
# The programs on docs/threads.md compile without a warning, run, and find what they say. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need awk
[ "$(uname -s)" = Linux ] || skip "some of the programs want epoll, an eventfd or a timerfd"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

awk '/^```c$/ { name = "program" ++n ".c"; next } /^```$/ { name = "" } name { print > name }' "$TW_SOURCE/docs/threads.md"
for program in 1 2 3 4 5; do
    cc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O2 -pthread "-I$TW_SOURCE" program$program.c -o program
    status=0
    timeout 300 ./program || status=$?
    [ $status -eq 0 ] || {
        echo "FAILED: program $program of the page ends with status $status (124: it hangs)"
        exit 1
    }
done
[ ! -e program6.c ] || { echo "FAILED: a program was not run"; exit 1; }
echo "ok: 5 programs"
