#!/bin/sh
# case.sh CASE PROGRAM [ARGUMENT...]: runs PROGRAM as the files of a case say, in a copy of their folder, and compares all
# that it prints. CASE is their path without an ending; a file that is not there is an empty one, but for .args.
#     .args    a run for each line: words for a shell, before ARGUMENT...
#     .in      what each run finds on its stdin
#     .lines   instead: a run for each of these lines; in them \n, \r, \t and \0ooo are what printf(1) makes of them
#     .out     what all runs print, one after the other; .err the same of stderr
#     .status  how each run ends; 0 if it is empty
#     .env     variables that are set; after those in all.env, which is for all cases of the folder
# Wants TW_SOURCE, for the words in .args, and TW_WORK.
set -eu
case=$(basename "$1") program=$2 failed=0 runs=0
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cp -R "$(dirname "$1")/." "$TW_WORK" && cd "$TW_WORK"
shift 2

fail() {
    echo "FAILED: $*"
    failed=1
}

# given ENDING: the file with this ending, or an empty one.
given() { [ -f "$case.$1" ] && echo "$case.$1" || echo /dev/null; }

run() { # WORDS [ARGUMENT...]
    words=$1
    shift
    eval "set -- $words \"\$@\""
    status=0 runs=$((runs + 1))
    "$program" "$@" >>got.out 2>>got.err || status=$?
    [ "$status" -eq "$wanted" ] || fail "$case: status $status, not $wanted, of $(basename "$program") $*"
}

[ -f "$case.args" ] || { fail "there is no $case.args"; exit 1; }
set -a
for file in ./all.env "./$case.env"; do
    # shellcheck disable=SC1090
    [ ! -f "$file" ] || . "$file"
done
set +a
wanted=$(cat "$(given status)")
wanted=${wanted:-0}
: >got.out
: >got.err
while IFS= read -r words <&3 || [ -n "$words" ]; do
    if [ -f "$case.lines" ]; then
        while IFS= read -r line <&4 || [ -n "$line" ]; do
            printf %b "$line" >got.in
            run "$words" "$@" <got.in
        done 4<"$case.lines"
    else
        run "$words" "$@" <"$(given in)"
    fi
done 3<"$case.args"
[ $runs -gt 0 ] || fail "$case: no run"
for ending in out err; do
    diff -u "$(given $ending)" got.$ending || fail "$case: - what should be on std$ending, + what is"
done
exit $failed
