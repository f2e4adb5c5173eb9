# Sourced by the test scripts. `skip REASON` ends a test that this machine cannot run; with TW_NO_SKIP set, as CI does,
# that is a failure. TW_NEEDS names the Debian packages that the test needs beyond a C compiler; skipped.sh prints both.
skip() {
    echo "SKIP: $1${TW_NEEDS:+ (Debian: $TW_NEEDS)}"
    [ -z "${TW_NO_SKIP:-}" ] && exit 77
    echo "TW_NO_SKIP is set: a skip is a failure"
    exit 1
}

need() {
    command -v "$1" >/dev/null 2>&1 || skip "no $1 here"
}

# draw WORD...: $drawn is one of these words where TW_DAY is set, another one at the next call and on the next day; and all of
# them without TW_DAY. A test that draws prints `turn N`, and TW_TURN=N repeats it.
draw() {
    [ -n "${turn-}" ] || { turn=${TW_TURN:-$(($(date +%s) / 86400))} && echo "turn $turn"; }
    [ -n "${TW_DAY-}" ] || { drawn=$* && return; }
    turn=$((turn + 1))
    shift $((turn % $#))
    drawn=$1
}

# need_reference: the build makes it with python3, of version 3.9 or later.
need_reference() {
    [ -f "$TW_GENERATED/docs/reference/README.md" ] || skip "the build found no python3 for the reference"
}

# listed BUILD [OPTION...]: what ctest -N prints of that build. It runs elsewhere: beside the run that goes on there, a
# ctest in BUILD would write the log anew from which skipped.sh reads.
listed() {
    mkdir -p "$TW_WORK/listed"
    echo "subdirs([==[$(cd "$1" && pwd)]==])" >"$TW_WORK/listed/CTestTestfile.cmake"
    shift
    ctest --test-dir "$TW_WORK/listed" -N "$@"
}

# scenarios: PROGRAM.NAME of each scenario in the sources; delayqueue.NAME and post.NAME of each small program of
# threads.
scenarios() {
    for source in "$TW_SOURCE"/tests/*/*.c; do
        grep -qE '^(SCENARIO|MISTAKE)\(|^#include "schedule.h"' "$source" || continue
        program=$(basename "$source" .c)
        sed -nE -e "s/^(SCENARIO|MISTAKE)\(([a-z0-9_]+),.*/$program.\2/p" \
            -e "s/^    \{\"([a-z0-9_]+)\",.*/${program%_test}.\1/p" "$source"
    done
}

# unfold FILE FOLDER: FILE holds small files, each below a line `==> PATH`. Writes them below FOLDER.
unfold() {
    sed -n 's/^==> //p' "$1" | while read -r path; do mkdir -p "$2/$(dirname "$path")"; done
    awk -v folder="$2" '/^==> / { file = folder "/" $2; printf "" >file; next } { print >file }' "$1"
}

# repository FOLDER: a copy of the repository, whose generated files are those of today's sources.
repository() {
    mkdir -p "$1"
    (cd "$TW_SOURCE" && tar --exclude=./.git --exclude=./build --exclude=./dist --exclude='./docs/reference/*.md' \
        --exclude=./docs/reference/man -cf - .) | tar -C "$1" -xf -
    cp -R "$TW_GENERATED/." "$1"
}
