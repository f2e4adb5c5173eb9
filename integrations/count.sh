# Sourced by each figures.sh that counts instructions in two source trees of $system, by callgrind. Its arguments become $stock, $ours
# and $turns, and $folder is a folder for its programs. Both trees have $file.
# shellcheck shell=sh disable=SC2154,SC2034
wrong() {
    echo "figures.sh: $1; see --help" >&2
    exit 2
}

[ "${1:-}" != --help ] || { sed -n '2,3s/^# //p' "$0" && exit 0; }
[ $# = 2 ] || [ $# = 3 ] || wrong "two trees of $system"
stock=$1 ours=$2 turns=${3:-2000}
case $turns in '' | *[!0-9]* | 0*) wrong "TURNS is a number" ;; esac
for tree in "$stock" "$ours"; do [ -f "$tree/$file" ] || wrong "$tree is no source tree of $system"; done
command -v valgrind >/dev/null || wrong "no valgrind here"
headers=$(cd "$here/../../include" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck source=/dev/null
. "$here/../callgrind.sh"

# turn PROGRAM KIND COUNT: the instructions of a turn: the difference of two runs, so that start and end fall out.
turn() {
    few=$(instructions "$folder/$1" "$2" "$3" "$turns")
    many=$(instructions "$folder/$1" "$2" "$3" $((2 * turns)))
    echo $(((many - few) / turns))
}

# rows PROGRAMS KINDS COUNTS: the table.
# shellcheck disable=SC2086 # words
rows() {
    echo "| instructions |$(printf ' %s |' $3)"
    echo "|---|$(printf -- '---:|%.0s' $3)"
    for what in $2; do
        for program in $1; do
            printf '%s' "| $what, $program |"
            for count in $3; do printf ' %d |' "$(turn "$program" "$what" "$count")"; done
            echo
        done
    done
}

# shares PROGRAMS KIND WITHOUT COUNTS: the share of a turn of KIND that falls out in a turn WITHOUT timers.
# shellcheck disable=SC2086 # words
shares() {
    for program in $1; do
        printf '%s' "| timers' share, $program |"
        for count in $4; do
            echo "$(turn "$program" "$2" "$count") $(turn "$program" "$3" "$count")"
        done | awk '{ printf " %.1f %% |", 100 * ($1 - $2) / $1 } END { print "" }'
    done
}
