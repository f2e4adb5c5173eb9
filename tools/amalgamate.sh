#!/bin/sh
# Makes the files of dist/ from the headers:  tools/amalgamate.sh [FOLDER]        default: dist
#     tw.h                          every header
#     tw_heap4.h, tw_rbtree.h, ...  one structure each, with timers.h and all that it includes
#     tw_delayqueue.h, tw_post.h, tw_shards.h, tw_window.h
#                                   the same without a structure, for use beside the file of one
#     tw_table.h                    table.h and all that it includes
#     tw.hpp                        the C++ face, with the headers that it includes
#     tw_watch.h                    watch.h, which includes tw_heap4.h
#     debug.h                       what the others include with TW_DEBUG
#
# A header has a guarded part and, behind the line IMPLEMENTATION, a part that its guard does not
# cover; compiler.h, node.h, verbs.h, slots.h, window.h, watch.h, post.h, shards.h and delayqueue_port.h have only the
# first. In a file made here all guarded parts come first. Each part keeps its own guard, so that any of the
# files and the headers can be included together.
set -eu
case ${1-} in
--help | -h) sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//; p;}' "$0"; exit 0 ;;
-*) echo "amalgamate.sh: unknown option $1; try --help" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
folder=${1:-dist}
mkdir -p "$folder"

version=$(sed -n 's/^#define TW_VERSION  *"\(.*\)"$/\1/p' node.h)
spdx='/* SPDX-License-Identifier: MIT-0 */'
room='^/\* -* IMPLEMENTATION \*/$'
licence='^/\* MIT No Attribution'

# parts SWITCHED HEADER...: the guarded parts of the headers, without their first lines and the includes of headers that
# came before, and then the parts behind, without the licence. Those of a SWITCHED header stand between
# #if defined(TW_WITH_POST), for post.h, and #endif; a port, and shards.h, have the switch of their ground.
parts() {
    switched=$1
    shift
    awk -v room="$room" -v licence="$licence" -v switched=" $switched " '
        function begin(name) {
            if (!index(switched, " " name " ")) return
            sub(/(_port)?\.h$/, "", name)
            sub(/shards/, "post", name)
            opened = "TW_WITH_" toupper(name)
            print "#if defined(" opened ")\n"
        }
        function end() {
            if (opened) print "#endif /* " opened " */\n"
            opened = ""
        }
        FNR == 1 { end(); on = pass == "guarded"; over = 0; if (on) begin(FILENAME); next }
        $0 ~ licence || $0 ~ room && pass == "guarded" {
            if (!over && pass == "guarded") before = before " " FILENAME " "
            over = 1
        }
        over { next }
        $0 ~ room { on = 1; begin(FILENAME); print "/* " FILENAME ", implementation */"; next }
        !on { next }
        pass == "guarded" && /^#include "/ && !/^#include "(tw_config|debug)\.h"$/ { # these two stand beside this file
            name = $2
            gsub(/"/, "", name)
            if (index(before, " " name " ")) next
            print "amalgamate.sh: " FILENAME " includes " name ", which does not come before it" >"/dev/stderr"
            failed = 1
            exit 1
        }
        { print }
        END { if (failed) exit 1; end() }' pass=guarded "$@" pass=behind "$@"
}

# single FILE OPTIONAL HEADER...: the file made of these headers. The comment at its head is on stdin; an OPTIONAL header
# stands behind a switch of its own name.
single() {
    file=$1 optional=$2
    shift 2
    {
        echo "$spdx"
        echo "/* $file - in one file: $(echo "$*" | sed 's/ /, /g')." | fold -s -w 86 | sed 's/ $//; 1!s/^/   /'
        echo "   Made by tools/amalgamate.sh of version $version: change the headers, not this file."
        echo
        sed 's/^\(.\)/   \1/'
        printf '*/\n\n'
        [ "$file" != tw.h ] || printf '#if defined(TW_WITH_WATCH)\n#include "tw_watch.h"\n#endif\n\n'
        parts "$optional" "$@"
        sed -n "\\|$licence|,\$p" node.h
    } >"$folder/$file.tmp"
    awk 'NF || !empty { print } { empty = !NF }' "$folder/$file.tmp" >"$folder/$file" # one empty line is enough
    rm "$folder/$file.tmp"
}

structures="heap4 rbtree sortedlist skiplist wheel smallwheel hwheel bigwheel"
others="table window watch delayqueue_port delayqueue post shards debug"
# shellcheck disable=SC2046,SC2086
awk -v room="$room" -v licence="$licence" -v spdx="$spdx" '
    function wrong(what) { print "amalgamate.sh: " what >"/dev/stderr"; failed = 1; exit 1 }
    function end() {
        if (name && rooms > 1) wrong(name " has more than one line IMPLEMENTATION")
        if (name && licences != 1) wrong(name " must end with the licence")
    }
    FNR == 1 { end(); name = FILENAME; rooms = licences = 0; if ($0 != spdx) wrong(name " does not begin with " spdx) }
    $0 ~ room { rooms++ }
    $0 ~ licence { licences++ }
    END { if (!failed) end(); exit failed }' \
    $(printf '%s.h ' compiler node verbs slots timers $structures $others)

together='The manual of each header stands at its beginning. The files of dist/ and the headers may
be included together, in any order. One file of the program says #define
TW_IMPLEMENTATION before them if functions by the names tw_... are called.'

# shellcheck disable=SC2046,SC2086
single tw.h "delayqueue_port.h delayqueue.h post.h shards.h" compiler.h node.h verbs.h slots.h timers.h $(printf '%s.h ' $structures) \
    table.h window.h delayqueue_port.h delayqueue.h post.h shards.h <<END
Three headers are left out unless you ask for them before the include:

    #define TW_WITH_DELAYQUEUE   delayqueue.h, a queue on which threads sleep: wants
                                 threads and 64-bit ticks
    #define TW_WITH_POST         post.h and shards.h, arming from other threads: want
                                 atomics or masked interrupts
    #define TW_WITH_WATCH        watch.h, which counts what sets do: wants tw_watch.h
                                 beside this file

$together
END
for s in $structures; do
    case $s in
    smallwheel | hwheel | bigwheel) ground="verbs.h slots.h" ;;
    skiplist) ground="verbs.h sortedlist.h" ;;
    *) ground=verbs.h ;;
    esac
    # shellcheck disable=SC2086
    single tw_$s.h "" compiler.h node.h $ground timers.h $s.h <<END
$together
END
done
single tw_table.h "" compiler.h node.h verbs.h slots.h table.h <<END
It needs no structure and no timers.h.

$together
END
single tw.hpp "" compiler.h node.h verbs.h slots.h timers.h heap4.h rbtree.h hwheel.h tw.hpp <<END
It needs nothing but a compiler of C++17. The manual stands at the beginning of its last
part: look for "tw.hpp - timers".
END
{
    echo "$spdx"
    echo "/* Made by tools/amalgamate.sh of version $version: change the header, not this copy. */"
    sed "1d; \\|$licence|,\$d" debug.h
    sed -n "\\|$licence|,\$p" node.h
} >"$folder/debug.h"
{
    echo "$spdx"
    echo "/* Made by tools/amalgamate.sh of version $version: change the header, not this copy. */"
    sed "1d; /^#include \"heap4.h\"\$/d; s/^#include \"timers.h\"\$/#include \"tw_heap4.h\"/; \\|$licence|,\$d" watch.h
    sed -n "\\|$licence|,\$p" node.h
} >"$folder/tw_watch.h"
for h in delayqueue post shards window; do
    case $h in delayqueue) ground="timers.h delayqueue_port.h" ;; shards) ground="timers.h post.h" ;; *) ground=timers.h ;; esac
    # shellcheck disable=SC2086
    single tw_$h.h "" compiler.h node.h verbs.h $ground $h.h <<END
It holds no structure: include it beside the file of one, tw_heap4.h or another.

$together
END
done
