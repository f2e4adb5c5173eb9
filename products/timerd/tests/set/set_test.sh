#!/bin/sh
# set_test.sh PROGRAM ARGUMENT...: runs a test of tw_durable.h in an empty folder, in memory where that is possible: the
# tests have a disk of their own below the file. Wants TW_WORK.
set -eu
memory=/dev/shm
[ -d $memory ] && [ -w $memory ] || memory=${TMPDIR:-/tmp}
folder=$(mktemp -d "$memory/durable_set.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
"$@"
