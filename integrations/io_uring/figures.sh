#!/bin/sh
# figures.sh [TURNS]: what timers of a loop over io_uring cost, in three ways; moves.c says which. Wants liburing-dev.
set -eu
[ "${1:-}" != --help ] || { sed -n '2s/^# //p' "$0" && exit 0; }
case ${1:-1000} in *[!0-9]* | 0*) echo "figures.sh: TURNS is a number; see --help" >&2 && exit 2 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -O2 -I"$here/../../include" "$here/moves.c" -luring -o "$folder/moves"
echo "| way, timers | move: user ns | system ns | entries | fire: user ns | system ns | entries |"
echo "|---|---:|---:|---:|---:|---:|---:|"
for count in 100 1000 10000; do "$folder/moves" "$count" "${1:-1000}"; done
