#!/bin/sh
# ours_test.sh PROGRAM OPS CANCELS: every structure of ours keeps all promises, over OPS operations for each promise.
set -eu
for structure in heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel; do
    "$1" "$structure" --ops "$2" --cancels "$3" >card || {
        cat card
        echo "FAILED: $structure"
        exit 1
    }
    sed -n '1p;$p' card
done
