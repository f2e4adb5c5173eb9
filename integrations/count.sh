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

# rows PROGRAMS KINDS COUNTS: the table. A turn is the difference of two runs, so that start and end fall out.
# shellcheck disable=SC2086 # words
rows() {
    echo "| instructions |$(printf ' %s |' $3)"
    echo "|---|$(printf -- '---:|%.0s' $3)"
    for what in $2; do
        for program in $1; do
            printf '%s' "| $what, $program |"
            for count in $3; do
                few=$(instructions "$folder/$program" "$what" "$count" "$turns")
                many=$(instructions "$folder/$program" "$what" "$count" $((2 * turns)))
                printf ' %d |' $(((many - few) / turns))
            done
            echo
        done
    done
}
