#!/bin/sh
# transfers_test.sh PROGRAM [page]: what transfers prints of two cores is in line with what it says of one, and it takes no
# arguments but numbers of cores. With `page`: docs/threads.md has its tables, up to a tenth, since compilers differ.
set -eu
program=$1
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
mkdir -p "$TW_WORK"
cd "$TW_WORK"

# Prints "TABLE ROW COLUMN FIGURE" of the tables in a file.
figures() {
    awk -F'|' '/^[|].*cores:/ { table++ } /^[|] `/ && table { for (i = 3; i < NF; i++) print table, $2, i, $i }
               !/^[|]/ && table == 2 { exit }' "$1"
}

if [ "${2-}" = page ]; then
    "$program" >printed
    figures printed >counted
    figures "$TW_SOURCE/docs/threads.md" >page
    [ "$(wc -l <counted)" -eq 84 ] && [ "$(wc -l <page)" -eq 84 ]
    paste -d' ' counted page | awk '
        $1 != $5 || $2 != $6 { print "other rows:", $0; bad = 1 }
        ($4 > $8 ? $4 - $8 : $8 - $4) > ($8 > 2 ? $8 / 10 : 0.2) { print "differs:", $0; bad = 1 }
        END { exit bad }' || { echo "docs/threads.md is old: put in what $program prints" >&2; exit 1; }
    exit 0
fi

"$program" 1 2 >printed
figures printed >counted
[ "$(wc -l <counted)" -eq 24 ]
awk '{ f[$1 $2 $3] = $4 }
     END { # the lines of one core go nowhere; those of a lock that two share do, and shards have few
         exit !(f["1`one_lock`3"] == 0 && f["1`shards_10%`3"] == 0 && f["1`one_lock`4"] > 3 &&
                f["1`shards_10%`4"] < f["1`64_by_user`4"] && f["2`shards_10%`4"] > f["2`one_lock`4"]) }' counted
"$program" --help | grep -q '^usage: transfers '
for bad in 0 65 x -1 1x ""; do
    status=0
    "$program" "$bad" >out 2>err || status=$?
    [ $status -eq 2 ] && [ ! -s out ] && grep -q '^usage: transfers ' err || { echo "FAILED: '$bad' gives $status"; exit 1; }
done
