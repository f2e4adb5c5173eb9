#!/bin/sh
# skipped.sh BUILD: after a run of ctest, why tests were skipped and how many each reason took, and the counts that are
# lower than the table has them; nothing if there is neither.
log=$1/Testing/Temporary/LastTest.log
[ ! -f "$log.tmp" ] || log=$log.tmp # its name while ctest has not ended
sed -n 's/^SKIP: //p' "$log" | sort | uniq -c | sort -rn | awk '
    { count = $1; sub(/^ *[0-9]+ /, ""); line[NR] = sprintf("%6d  %s", count, $0); all += count }
    END {
        if (all) print "\nSkipped: " all " of the tests. Each reason, and the packages that are missing:"
        for (i = 1; i <= NR; i++) print line[i]
    }'
sed -n 's/^better: //p' "$log" | awk '
    NR == 1 { print "\nBetter than tests/counts/counts.txt; write it anew: sh tests/counts/counts.sh --update" }
    { print "        " $0 }'
