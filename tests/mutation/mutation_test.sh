#!/bin/sh
# mutation_test.sh KIND: the tool itself. kills: of 12 mutants of each of two headers the tests kill what they must;
# blind: with the killers taken away all survive, and the run fails; names: which lines are changed, and which not; list:
# a stale or bare entry of equivalent.list is an error. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
mutation="python3 $TW_SOURCE/tests/mutation/mutation.py"

fail() {
    echo "FAILED: $1"
    exit 1
}
