#!/bin/sh
# sentences_test.sh PART: figures and marks in sentences of docs/ are those of their source, says sentences_test.py. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
[ "$1" = pages ] || [ "$(uname)" = Linux ] || skip "nm writes symbols in another way here"
[ "$1" != sizes ] || [ "$(getconf LONG_BIT)" = 64 ] || skip "addresses do not have 64 bits here"
status=0
python3 "$(dirname "$0")/sentences_test.py" "$1" "$TW_SOURCE" "$TW_WORK" || status=$?
[ $status -ne 77 ] || skip "no compiler for 32 bits here"
exit $status
