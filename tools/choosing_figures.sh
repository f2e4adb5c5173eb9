#!/bin/sh
# Prints the figures of docs/choosing.md on your machine: the bundled trace replayed RUNS times through every structure, with
# the CPU and the compiler named. The whole table of the run with the least ns/op in sum, and of ns/op what the other runs
# say: on a machine with other work they differ by a factor of two.
#     tools/choosing_figures.sh [RUNS]        default: 8; needs cmake, make and a C compiler
set -eu
cd "$(dirname "$0")/.."
runs=${1:-8}
build=build/figures
mkdir -p $build/runs
rm -f $build/runs/*
cmake -S . -B $build -DTW_TESTS=OFF -DTW_EXAMPLES=OFF -DTW_BENCH=OFF -DCMAKE_BUILD_TYPE=Release >$build.log 2>&1 ||
    { cat $build.log >&2; exit 1; }
cmake --build $build --target replay trace >$build.log 2>&1 || { cat $build.log >&2; exit 1; }

run=1
while [ "$run" -le "$runs" ]; do
    $build/replay $build/traces/http-proxy.trace >$build/runs/$run
    run=$((run + 1))
done

# The lines STRUCTURE NS/OP ... stand between the head of the table and the next empty line.
awk '/^structure / { on = 1; next }
     on && NF == 0 { on = 0 }
     on { sum[FILENAME] += $2 }
     END { for (f in sum) print sum[f], f }' $build/runs/* | sort -n | { read -r _ best; sed 1d "$best"; }
echo "ns/op of $runs runs, from the least to the most:"
awk '/^structure / { on = 1; next }
     on && NF == 0 { on = 0 }
     on { print $1, $2 }' $build/runs/* | sort -k1,1 -k2,2n |
    awk '$1 != last { printf "%s%-10s", last == "" ? "" : "\n", $1; last = $1 }
         { printf " %5s", $2 }
         END { print "" }'
