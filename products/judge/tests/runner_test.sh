#!/bin/sh
# runner_test.sh SUFFIX: the runner of a language fails no vector, and each one if one of its answers is changed. Wants
# TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
vectors=$TW_SOURCE/products/judge/vectors
from=$vectors/runners/runner.$1
export GOCACHE="$TW_WORK/cache"
case $1 in
c) need cc && cc -std=c99 -O1 -Wall -Wextra -Wpedantic -Werror "$from" -o runner && set -- ./runner ;;
cc) need c++ && c++ -std=c++11 -O1 -Wall -Wextra -Wpedantic -Werror "$from" -o runner && set -- ./runner ;;
rs) need rustc && rustc --edition 2021 -D warnings "$from" -o runner && set -- ./runner ;;
go) need go && go build -o runner "$from" && set -- ./runner ;;
py) set -- python3 -B "$from" ;;
js) need node && set -- node "$from" ;;
java) need javac && javac -d . "$vectors/runners/Runner.java" && set -- java -cp . Runner ;;
esac
python3 -B "$TW_SOURCE/products/judge/tests/vectors_test.py" runner "$vectors/timers.v1.jsonl" "$@"
