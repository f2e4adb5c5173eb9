#!/bin/sh
# build_timerd.sh FROM HEADERS WORK: compiles the timerd of the folder FROM against the headers in HEADERS, in a plain
# way: WORK/timerd. For timerds with a seeded fault.
set -eu
mkdir -p "$3"
cmake -DTO="$3/scripts.h" -DFROM="$1/lua" -P "$1/embed.cmake"
cc -std=c99 -O1 -g -DTIMERD_LMDB=1 -I"$3" -I"$2" "$1"/*.c -o "$3/timerd" -lhiredis -llmdb
