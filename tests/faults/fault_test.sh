#!/bin/sh
# fault_test.sh KIND NAME [ARGUMENT...]: the fault NAME of KIND.list, seeded into a copy of the sources, is seen; `all`
# takes each fault of the list by turns. kinds/KIND.sh says which `folders` the copy has beside the headers, and how the
# fault is seen: seen() fails the test if it is not. A KIND with a folder, /FOLDER/KIND, has its list and its kinds there.
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
kind=${1##*/} names=$2 folders=
case $1 in */*) lists=${1%/*} ;; esac
shift 2
[ "$names" != all ] || names=$(names_of "$kind")
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
for name in $names; do
    # shellcheck source=/dev/null disable=SC2154
    . "$lists/kinds/$kind.sh"
    # shellcheck disable=SC2086
    copy faulty $folders
    seed "$kind" "$name" faulty
    seen "$@"
    echo "ok: seen: $name"
done
