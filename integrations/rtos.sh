# Sourced by the figures.sh of an RTOS, whose arguments become $from, a source tree or nothing, and $counts, which are $usual
# if none is given. A tree has $file. $folder is a folder for programs. --help prints the comment of the script.
# shellcheck shell=sh disable=SC2154,SC2034
from=
refuse() {
    echo "figures.sh: $1; see --help" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --help) sed -n '2,/^set/s/^# //p' "$0" && exit 0 ;;
    --from) [ $# -gt 1 ] || refuse "--from wants a tree" && from=$2 && shift 2 ;;
    *) break ;;
    esac
done
counts=${*:-$usual}
for count in $counts; do
    case $count in *[!0-9]* | 0*) refuse "COUNT is a number" ;; esac
done
[ -z "$from" ] || [ -e "$from/$file" ] || refuse "$from has no $file"
for program in valgrind arm-none-eabi-gcc; do
    command -v $program >/dev/null || refuse "no $program here"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=/dev/null
. "$here/../callgrind.sh"
# shellcheck source=/dev/null
. "$here/../../tests/skip.sh"
