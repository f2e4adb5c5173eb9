#!/bin/sh
# tsan_test.sh "SOURCE [OPTION...]" ARGUMENTS...: builds a test of this folder under ThreadSanitizer, and runs it once with
# each of these arguments, each a list of words. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
source=$1
shift
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main(void) { return 0; }' >empty.c
cc -fsanitize=thread empty.c -o empty 2>/dev/null && ./empty || skip "cc has no ThreadSanitizer here"
# shellcheck disable=SC2086
cc -std=c99 -O1 -g -fsanitize=thread -pthread -I"$TW_SOURCE" -I"$TW_SOURCE/include" "$TW_SOURCE/tests/examples/"$source -o test
for arguments; do
    # shellcheck disable=SC2086
    ./test $arguments || { echo "FAILED: $source $arguments under ThreadSanitizer"; exit 1; }
done
