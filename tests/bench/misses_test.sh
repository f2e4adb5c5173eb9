#!/bin/sh
# misses_test.sh PROGRAM [page]: with prefetch() few lines are missing, in each structure, and in a larger cache fewer; and
# misses takes no arguments but a number of timers and the size of a cache. With `page`: docs/performance.md has its table, up to a tenth of a line.
set -eu
program=$1
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
mkdir -p "$TW_WORK"
cd "$TW_WORK"

# Prints "STRUCTURE WITHOUT WITH WITHOUT WITH" of the table in a file.
figures() {
    sed -n '/timers | churn: without, with/,/^$/p' "$1" | tr -d '|,' | awk 'NF == 5 && $3 ~ /^[0-9.]+$/'
}

if [ "${2-}" = page ]; then
    "$program" >printed
    figures printed >counted
    figures "$TW_SOURCE/docs/performance.md" >page
    [ "$(wc -l <counted)" -eq 4 ] && [ "$(wc -l <page)" -eq 4 ]
    paste -d' ' counted page | awk '
        { for (i = 1; i < 6; i++) if (i == 1 ? $i != $6 : $i - $(i + 5) > 0.1 || $(i + 5) - $i > 0.1) bad = 1 }
        END { exit bad }' || { echo "docs/performance.md is old: put in what $program prints" >&2; exit 1; }
    exit 0
fi

"$program" 20000 >printed
figures printed >counted
cat counted
[ "$(wc -l <counted)" -eq 4 ]
awk '$2 < 1 || $4 < 1 || $3 * 3 > $2 || $5 * 15 > $4 { exit 1 }' counted
grep -q '^| cascade | [0-9.]*, - | [0-9.]*, - |$' printed
"$program" 20000 4096 >printed
figures printed | paste -d' ' counted - | awk '$7 >= $2 || $9 >= $4 { exit 1 }'
"$program" --help | grep -q '^usage: misses '
for bad in 0 63 10000001 x 1x "" "64 32" "64 131072" "64 96" "64 64 64"; do
    status=0
    # shellcheck disable=SC2086
    "$program" ${bad:-""} >out 2>err || status=$?
    [ $status -eq 2 ] && [ ! -s out ] && grep -q '^usage: misses ' err || { echo "FAILED: '$bad' gives $status"; exit 1; }
done
