#!/bin/sh
# faults_test.sh FAULT: seeds one small fault of faults.list into a copy of the headers; the scenario named for it, of
# scenarios.c or of the program named with it, must fail there, and pass on the untouched copy. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/sound" "$TW_WORK/faulty" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h sound && cp "$TW_SOURCE"/*.h faulty

# edit FILE PERL-SUBSTITUTION, over the whole file
edit() { edit_file "faulty/$1" "$2"; }

program=contract/scenarios

fault seeded/faults.list "$1"

echo 'int main(void) { return 0; }' >probe.c
cc ${flags:-} probe.c -o probe 2>/dev/null || skip "the compiler makes no programs with ${flags:-} here"
for copy in sound faulty; do
    cc -std=c99 ${flags:-} -I$copy "$TW_SOURCE/tests/$program.c" -o $copy/program
done
sound/program $scenario || { echo "FAILED: $scenario fails without the fault"; exit 1; }
run_faulty faulty/program $scenario
judge_faulty
echo "ok: $scenario sees the fault"
