#!/bin/sh
# percentiles_test.sh PROGRAM: a row for each timer set, whose shares of 100 rise; and no argument but a number of timers.
set -eu
program=$1
mkdir -p "$TW_WORK"
cd "$TW_WORK"

"$program" 100 >printed
cat printed
for set in heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel cascade radix_tree; do
    grep -q "^| $set |" printed || { echo "FAILED: no row of $set"; exit 1; }
done
tr -d '|,' <printed | awk '
    NR > 2 && $1 != "nothing" {
        if (NF != ($1 == "cascade" || $1 == "rounds" ? 13 : 16)) { print "FAILED: columns: " $0; bad = 1 }
        for (i = 2; i <= NF; i++)
            if ($i !~ /^[0-9]+$/ || ((i - 2) % 3 > 0 && $i < $(i - 1))) { print "FAILED: " $0; bad = 1 }
        rows++
    }
    END { exit bad || rows < 10 }'
"$program" --help | grep -q '^usage: percentiles '
for bad in 0 10000001 x 1x; do
    status=0
    "$program" "$bad" >out 2>err || status=$?
    [ $status -eq 2 ] && [ ! -s out ] && grep -q '^usage: percentiles ' err || { echo "FAILED: '$bad' gives $status"; exit 1; }
done
