# Sourced by the apply.sh of each folder, with its argument: edits the source tree $tree of $system, as a whole or not at
# all. `edits` is a function of the caller, which calls edit and put. Every refusal changes nothing and has status 2.
# shellcheck shell=sh disable=SC2154
refuse() {
    echo "apply.sh: $1" >&2
    exit 2
}

[ "${1:-}" != --help ] || { echo "usage: apply.sh TREE, a source tree of $system"; exit 0; }
[ $# = 1 ] || refuse "usage: apply.sh TREE, a source tree of $system"
tree=$1

# edit FILE SUBSTITUTION: edits a file of the tree, taken as one string, in Perl's way. The pattern has to fit.
edit() {
    [ -f "$tree/$1" ] || refuse "$tree has no $1"
    mkdir -p "$(dirname "$staged/$1")"
    [ -f "$staged/$1" ] || cp "$tree/$1" "$staged/$1"
    cp "$staged/$1" "$staged.before"
    perl -0pi -e "$2" "$staged/$1"
    ! cmp -s "$staged/$1" "$staged.before" || refuse "$tree/$1 differs from $system, and an edit does not fit"
}

# put FILE PATH: puts a file of ours, from beside apply.sh, into the tree.
put() {
    mkdir -p "$(dirname "$staged/$2")"
    cp "$here/$1" "$staged/$2"
}

# apply COMMAND FILE REPLACED: makes all edits if the tree has the one version that $system names, and is not edited yet.
# COMMAND is sed's, and prints the version that stands in FILE. REPLACED is a file that becomes ours.
apply() {
    command -v perl >/dev/null || refuse "no perl here"
    [ -f "$tree/$2" ] || refuse "$tree is no source tree of ${system%% *}"
    found=$(sed -n "$1" "$tree/$2" | tr -d '\n')
    [ "$found" = "${system#* }" ] || refuse "$tree is ${system%% *} ${found:-of an unknown version}; the edits are for $system"
    ! grep -qs 'SPDX-License-Identifier: MIT-0' "$tree/$3" || refuse "$tree has timers over tw already"
    staged=$(mktemp -d)
    trap 'rm -rf "$staged" "$staged.before"' EXIT
    edits
    cp -R "$staged/." "$tree"
    echo "$system in $tree has timers over tw now"
}
