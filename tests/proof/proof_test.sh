#!/bin/sh
# proof_test.sh PART...: these parts of `run` prove all. ../faults/proof.list, wheels.list, lists.list, cards.list,
# heaps.list and sequences.list have the faults that they refuse.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
case $* in
text) ;;
bits) need z3 ;;
keys | wheels* | sequences*)
    need clang
    need z3
    ;;
lists* | cards* | merge* | sort* | heaps*) for program in clang z3 cvc5; do need $program; done ;;
*) for program in frama-c why3 z3 cvc4; do need $program; done ;;
esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
exec python3 "$TW_SOURCE/tests/proof/run" --source "$TW_SOURCE" --work "$TW_WORK" "$@"
