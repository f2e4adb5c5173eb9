#!/bin/sh
# short_test.sh STORE CRASH_TEST TIMERD [OPTION...]: a short run; SEED=N in the environment repeats its random choices.
# LMDB has a disk of 96 MiB of its own, which a bystander fills, where one can be made. Wants TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
store=$1 crash_test=$2 timerd=$3
shift 3
[ "$store" != redis ] || need redis-server
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
[ -z "${SEED:-}" ] || set -- "$@" --seed "$SEED"
set -- "$crash_test" --timerd "$timerd" --store "$store" --dir "$TW_WORK/store" "$@"
as=-rm
[ "$(id -u)" -ne 0 ] || as=-m
if [ "$store" != lmdb ] || ! unshare $as true 2>/dev/null; then
    exec "$@"
fi
# shellcheck disable=SC2016 # sh expands it
exec unshare $as sh -c 'mount -t tmpfs -o size=96m tmpfs "$TW_WORK" && exec "$@"' - "$@"
