#!/bin/sh
# earliest.sh [MOVES]: the instructions that a move takes, by callgrind, for each way of earliest.c to know whether the
# earliest deadline changed; and how often the kernel timer is armed, and rings in vain, for a thousand moves.
set -eu
moves=${1:-100000}
case $moves in
--help) sed -n '2,3s/^# //p' "$0" && exit 0 ;;
'' | *[!0-9]* | 0*) echo "earliest.sh: MOVES is a number; see --help" >&2 && exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# instructions MOVES WAY: of the whole program
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/counts" "$folder/earliest" "$2" "$1" >"$folder/said" 2>"$folder/log"
    sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$folder/counts" | head -n 1
}

echo "| structure | way | instructions a move | armings in 1000 moves | idle rings |"
echo "|---|---|---:|---:|---:|"
for structure in hwheel bigwheel heap4 rbtree; do
    room="NULL, 0"
    [ $structure != heap4 ] || room="cells, COUNT"
    ${CC:-cc} -O2 -I"$here/../.." -DSET=$structure -DROOM="$room" "$here/earliest.c" -o "$folder/earliest"
    for way in armed next exact; do
        few=$(instructions 10000 $way)
        many=$(instructions $((10000 + moves)) $way)
        "$folder/earliest" $way "$moves" >"$folder/said"
        awk -v structure=$structure -v way=$way -v each="$(((many - few) / moves))" -v moves="$moves" '{
            printf "| %s | %s | %d | %.1f | %.1f |\n", structure, way, each, 1000 * $1 / moves, 1000 * $3 / moves }' "$folder/said"
    done
done
