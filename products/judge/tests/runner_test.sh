#!/bin/sh
# runner_test.sh SUFFIX: the runner of a language fails no vector, and each one if one of its answers is changed. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
vectors=$TW_SOURCE/products/judge/vectors
from=$vectors/runners
warn="-O1 -Wall -Wextra -Wpedantic -Werror -o runner"
export GOCACHE="$TW_WORK/cache"
case $1 in
c) need cc && cc -std=c99 $warn "$from/runner.c" "$from/timers.c" && set -- ./runner ;;
cc) need c++ && c++ -std=c++11 $warn "$from/runner.cc" "$from/timers.cc" && set -- ./runner ;;
rs) need rustc && rustc --edition 2021 -D warnings "$from/runner.rs" -o runner && set -- ./runner ;;
go) need go && go build -o runner "$from/runner.go" "$from/timers.go" && set -- ./runner ;;
py) set -- python3 -B "$from/runner.py" ;;
js) need node && set -- node "$from/runner.js" ;;
java) need javac && javac -d . "$from/Runner.java" "$from/Timers.java" && set -- java -cp . Runner ;;
esac
python3 -B "$TW_SOURCE/products/judge/tests/vectors_test.py" runner "$vectors/timers.v1.jsonl" "$@"
