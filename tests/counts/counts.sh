#!/bin/sh
# counts.sh STRUCTURE...    counts the instructions of workloads; fails if one takes over 3 % more than counts.txt says
# counts.sh --update        counts those of all structures, and writes counts.txt anew
# The headers are those in TW_SOURCE, or two directories up. Works in TW_WORK, if set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../skip.sh"
export LC_ALL=C
source=${TW_SOURCE:-$here/../..}
table=$here/counts.txt
structures="heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel table"
compiler="gcc (Debian) 12.2.0 x86_64-linux-gnu" # another one makes other instructions
flags="-std=c99 -O2"

usage() {
    echo "usage: counts.sh --update | STRUCTURE...; the structures are $structures" >&2
    exit 2
}

# How the structure $1 is used, and its size. Nobody keeps 1000 timers in a sorted list.
describe() {
    sizes= uses=timers
    case $1 in
    heap4) uses="timers beats ticks objects" macro=TW_HEAP4_OF ;;
    rbtree) uses="timers beats ticks objects" macro=TW_RBTREE_OF ;;
    skiplist) uses="timers beats ticks objects" macro=TW_SKIPLIST_OF ;;
    sortedlist) sizes=-DITEMS=100 ;;
    wheel) uses="timers beats" sizes=-DCELLS=65536 ;;
    smallwheel | hwheel | bigwheel) uses="timers beats" ;;
    table) ;; # the items' numbers are armed, and beats.c asks the items' nodes
    *) usage ;;
    esac
}

# Clients that beat, at so many clients and in ticks of a millisecond and of a microsecond. With 10,000 clients next() of
# wheel and smallwheel walks so far that parts of a period must do: beats.c. With 100,000 the first two workloads are
# counted.
count_beats() {
    for items in 100 1000 10000 100000; do
        part="-DBEATS=$items -DSEGMENTS=1"
        case $items.$1 in
        100.* | 1000.*) part="-DBEATS=$items -DSEGMENTS=4" ;;
        *0000.wheel | *0000.smallwheel) part="-DBEATS=10 -DSEGMENTS=8" ;;
        esac
        [ $items -lt 100000 ] || part="$part -DMOST=2"
        for unit in 1 1000; do
            count $1 beats $sizes -DITEMS=$items -DUNIT=$unit $part
        done
    done
}

# Prints a line for each workload of the structure $1 used as $2, with flags of the compiler. Neither the names of files
# nor the environment, where valgrind looks for more options, make a difference.
count() {
    case $2 in
    timers | beats)
        parts=$2.c use=
        [ $1 != table ] || use=-DNUMBERS
        ;;
    ticks) parts=queues.c use=-DTICKS ;;
    objects) parts=queues.c use=-DOBJECTS=$macro ;;
    esac
    structure=$1 as=$2
    shift 2
    gcc $flags -Wall -Wextra -I"$source" -DOF=$structure $use "$@" \
        "$here/counts.c" "$here/$parts" "$here/subject.c" -o program
    rm -f dumps
    env -i PATH="$PATH" HOME="$PWD" valgrind --tool=callgrind --collect-atstart=no --combine-dumps=yes \
        --callgrind-out-file=dumps ./program >log 2>&1 || { cat log >&2; echo "FAILED: $structure as $as" >&2; exit 1; }
    awk -v structure=$structure -v use=$as -f "$here/dumps.awk" dumps
}

[ $# -gt 0 ] || usage
update=no
if [ "$*" = --update ]; then
    update=yes
    set -- $structures
fi
for structure in "$@"; do
    describe "$structure"
done

need gcc
need valgrind
have="$(gcc --version | sed -n '1s/ (\([A-Za-z]*\)[^)]*)/ (\1)/p') $(gcc -dumpmachine)"
[ "$have" = "$compiler" ] || skip "the counts are those of $compiler, and this is $have"
echo '#include <valgrind/callgrind.h>' | gcc -E - >/dev/null 2>&1 || skip "no valgrind/callgrind.h here"

if [ -n "${TW_WORK:-}" ]; then
    rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cd "$work"
fi

for structure in "$@"; do
    describe "$structure"
    for use in $uses; do
        [ $update = no ] || echo "counting $structure as $use" >&2
        if [ $use = beats ]; then count_beats "$structure"; else count "$structure" "$use" $sizes; fi
    done
done >counted

if [ $update = yes ]; then
    {
        echo "# Instructions per operation. tests/README.md says when and how to write this table anew."
        echo "# $compiler, $flags"
        printf '%-11s %-8s %-18s %12s %11s\n' structure use workload instructions operations
        cat counted
    } >written
    cp written "$table"
    echo "counts.txt is written: $(wc -l <counted) cells" >&2
    exit 0
fi
awk -v structures="$*" -f "$here/compare.awk" "$table" counted
