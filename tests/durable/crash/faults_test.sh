#!/bin/sh
# faults_test.sh FAULT CRASH_TEST: seeds one fault of faults.list into a copy of timerd; crash_test must find a broken
# promise there. That the untouched timerd breaks none is shown by the entries crash.*. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../../skip.sh"
need cc
need cmake
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/faulty/examples" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h faulty && cp -R "$TW_SOURCE/examples/durable" faulty/examples
timerd=faulty/examples/durable

# edit FILE PERL-SUBSTITUTION, over the whole file
edit() { edit_file "$timerd/$1" "$2"; }

fault durable/crash/faults.list "$1"

case $run in *redis*) need redis-server ;; esac
cmake -DTO="$TW_WORK/scripts.h" -DFROM="$TW_WORK/$timerd/lua" -P $timerd/embed.cmake
cc -std=c99 -O1 -DTIMERD_LMDB=1 -I. $timerd/*.c -o timerd -lhiredis -llmdb
run_faulty "$2" --timerd timerd --dir store $run >said 2>&1
cat said
grep -q "^VIOLATED: " said || { echo "FAILED: no broken promise was found (status $status)"; exit 1; }
grep -E "^VIOLATED: (timerd runs|timerd prints|a connection|SIGTERM)" said && echo "FAILED: the faulty timerd cannot work at all" && exit 1
judge_faulty
echo "ok: the crash test sees the fault"
