#!/bin/sh
# fuzz_test.sh TARGET BITS CORPUS: looks for inputs that fail, for FUZZ seconds (60), from the inputs in
# corpus/CORPUS.tar.xz on. TARGET is trace, draw, all, or the structure that operations are tried on; BITS are those of
# a tick. Wants TW_SOURCE and TW_WORK, where what was found stays: the files there that tell of a failure are printed.
set -eu
. "$(dirname "$0")/../skip.sh"
need clang
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/found" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words

echo 'int LLVMFuzzerTestOneInput(const char *data, long size) { return (void)data, (void)size, 0; }' >probe.c
clang -fsanitize=fuzzer,address,undefined probe.c -o probe 2>/dev/null || skip "clang has no libFuzzer here"
folder=$TW_SOURCE/tests/fuzz
include=
closed=3 # stdout and stderr: what the programs say of bad input
case $1 in
trace)
    sources="source/tests/fuzz/trace.c source/tools/replay/trace.c"
    include=$TW_SOURCE/tools/replay
    ;;
draw)
    sources="source/tests/fuzz/draw.c source/tools/replay/quote.c"
    include=source/tools/draw
    for source in "$include"/*.c; do
        case $source in
        */main.c) ;;
        *) sources="$sources $source" ;;
        esac
    done
    ;;
*)
    sources=source/tests/fuzz/operations.c
    [ "$1" = all ] || sources="$sources -DFUZZ_STRUCTURE=$1"
    closed=1
    ;;
esac

clang -std=gnu99 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DTW_TICK_BITS="$2" \
    -I"$TW_SOURCE" ${include:+-I"$include"} $sources -o fuzz
failed=0
cmake -E tar xf "$folder/corpus/$3.tar.xz"
./fuzz -max_total_time="${FUZZ:-60}" -max_len=1500 -timeout=120 -close_fd_mask=$closed found "$3" >log 2>&1 ||
    failed=1 # its own status would be that of a skipped test
tail -n 40 log
for input in crash-* leak-* timeout-* oom-*; do
    [ ! -e "$input" ] || { echo "$input:" && od -An -tx1 -c "$input"; }
done
exit $failed
