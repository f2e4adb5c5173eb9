#!/bin/sh
# Makes one header of many:  tools/amalgamate.sh [HEADER...] >dist/tw.h
# The headers are given in the order in which they include each other, without a folder; default: all structures.
#
# Every header here has a guarded part and, but for node.h and verbs.h, behind the line `IMPLEMENTATION` a part that its
# guard does not cover. All guarded parts come first.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- node.h verbs.h timers.h heap4.h rbtree.h skiplist.h wheel.h hwheel.h bigwheel.h

fail() {
    echo "amalgamate.sh: $1" >&2
    exit 1
}

spdx='/* SPDX-License-Identifier: MIT-0 */'
room='/\* -* IMPLEMENTATION \*/'

compiled() { [ "$1" != node.h ] && [ "$1" != verbs.h ]; } # HEADER: has it compiled functions?

guarded() { # HEADER: from behind the first line up to its implementation, without the includes of what came before
    awk -v room="^$room\$" -v before=" $before " '
        NR == 1 { next }
        $0 ~ room || /^\/\* MIT No Attribution/ { exit }
        /^#include "tw_config\.h"$/ { print; next } # the user has it
        /^#include "/ {
            name = $2
            gsub(/"/, "", name)
            if (index(before, " " name " ")) next
            print "amalgamate.sh: " FILENAME " includes " name ", which does not come before it" >"/dev/stderr"
            exit 1
        }
        { print }' "$1"
}

implementation() { # HEADER: what comes then, without the licence
    awk -v room="^$room\$" '
        $0 ~ room { on = 1 }
        /^\/\* MIT No Attribution/ { exit }
        on { print }' "$1"
}

before=
for h; do
    [ "$(head -n 1 "$h")" = "$spdx" ] || fail "$h does not begin with $spdx"
    compiled "$h" && [ "$(grep -c "^$room\$" "$h")" -ne 1 ] && fail "$h must have one line IMPLEMENTATION"
    [ "$(grep -c '^/\* MIT No Attribution' "$h")" -eq 1 ] || fail "$h must end with the licence"
    guarded "$h" >/dev/null || exit 1
    before="$before $h"
done

echo "$spdx"
echo "/* tw.h - one header instead of these: $*."
echo '   Made by tools/amalgamate.sh: change those, not this. The manual of each stands at its beginning. */'
echo
for h; do guarded "$h"; done
for h; do if compiled "$h"; then implementation "$h" | sed "1s|.*|/* $h, implementation */|"; fi; done
sed -n '/^\/\* MIT No Attribution/,$p' "$1"
