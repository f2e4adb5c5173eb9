#!/bin/sh
# short_test.sh STORE CRASH_TEST TIMERD [OPTION...]: a short run; SEED=N in the environment repeats its random choices.
# Wants TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
store=$1 crash_test=$2 timerd=$3
shift 3
[ "$store" = redis ] && need redis-server
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
[ -n "${SEED:-}" ] && set -- "$@" --seed "$SEED"
exec "$crash_test" --timerd "$timerd" --store "$store" --dir "$TW_WORK/store" "$@"
