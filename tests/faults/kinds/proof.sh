# shellcheck shell=sh disable=SC2086,SC2154
# The part of `run` proves less than all, and its answer names the goal, or the check of the text.

seen() {
    case $part in
    text) ;;
    lists* | cards* | merge* | sort* | heaps*) for program in clang z3 cvc5; do need $program; done ;;
    keys | wheels* | sequences*) for program in clang z3; do need $program; done ;;
    *) for program in frama-c why3 z3 cvc4; do need $program; done ;;
    esac
    proof=$TW_SOURCE/tests/proof/run
    if python3 "$proof" --source faulty --work . --timeout ${seconds:-10} $part >printed 2>&1; then
        fail "the fault is not seen"
    fi
    cat printed
    grep -q "$answer" printed || fail "no '$answer'"
}
