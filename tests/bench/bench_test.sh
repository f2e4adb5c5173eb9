#!/bin/sh
# bench_test.sh PROGRAM FLAG...: one turn of each subject of a benchmark program at a tiny size. It aborts if two
# subjects do not fire alike; and it refuses flags that it cannot use.
set -eu
. "$TW_SOURCE/tests/skip.sh"
program=$1
shift

mkdir -p "$TW_WORK"
cd "$TW_WORK"
status=0
"$program" "$@" --benchmark_format=json >got.json 2>got.err || status=$?
[ $status -eq 0 ] || {
    echo "FAILED: $program $* ended with status $status"
    tail -3 got.err
    exit 1
}

# Each benchmark that is listed has taken a turn and has a time.
listed=$("$program" "$@" --benchmark_list_tests=true | wc -l)
run=$(grep -c '"run_type": "iteration"' got.json)
bad=$(grep -c '"error_occurred"\|"real_time": -\|"real_time": nan' got.json || true)
[ "$listed" -gt 3 ] && [ "$run" -ge "$listed" ] && [ "$bad" -eq 0 ] || {
    echo "FAILED: $listed benchmarks are listed, $run turns were taken, $bad of them without a time"
    exit 1
}

refused() {
    status=0
    "$program" "$@" >/dev/null 2>got.err || status=$?
    [ $status -eq 2 ] && [ "$(wc -l <got.err)" -le 1 ] && return
    echo "FAILED: $* gives status $status, not 2 and one line"
    exit 1
}
for flag in --sizes= --sizes=0 --sizes=12x --sizes=1,,2 --sizes=-5 --sizes=99999999999 --work=1,2 --wrong word; do
    refused "$flag"
done
"$program" --help | grep -q -- --sizes
