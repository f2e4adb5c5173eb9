#!/bin/sh
# Prints the figures of docs/choosing.md on your machine: the bundled trace replayed through every structure, with the CPU
# and the compiler named.  tools/choosing_figures.sh [ARGUMENT OF REPLAY...]     needs cmake, make and a C compiler
set -eu
cd "$(dirname "$0")/.."
build=build/figures
mkdir -p $build
cmake -S . -B $build -DTW_TESTS=OFF -DTW_EXAMPLES=OFF -DTW_BENCH=OFF -DCMAKE_BUILD_TYPE=Release >$build.log 2>&1 ||
    { cat $build.log >&2; exit 1; }
cmake --build $build --target replay trace >$build.log 2>&1 || { cat $build.log >&2; exit 1; }
exec $build/replay "$@" $build/traces/http-proxy.trace
