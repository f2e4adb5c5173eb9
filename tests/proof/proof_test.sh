# proof_test.sh PART...: these parts of `run` prove all. proof_test.sh fault FAULT: one of the faults below, put into a
# copy of the headers, must leave a goal that is not proved, or an annotation without its line.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
here=$TW_SOURCE/tests/proof
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/source"

case $1 in
text) ;;
bits) need z3 ;;
*)
    for program in frama-c why3 z3 cvc4; do need $program; done
    export HOME="$TW_WORK" # the provers are found anew, and the file that says so is not the user's
    why3 config detect >/dev/null 2>&1
    ;;
esac

if [ "$1" != fault ]; then
    exec python3 "$here/run" --source "$TW_SOURCE" --work "$TW_WORK" "$@"
fi

cp "$TW_SOURCE"/*.h "$TW_WORK/source"
edit() { # HEADER PART SED-COMMAND
    sed -i "$3" "$TW_WORK/source/$1"
    ! cmp -s "$1" "$TW_WORK/source/$1" || { echo "FAILED: the edit changes nothing"; exit 1; }
    part=$2
}
cd "$TW_SOURCE"
case $2 in
another_line) edit heap4.h text 's/++c < end;)/++c <= end;)/' ;;
rounds_down) edit node.h ticks64 's|(ms - 1) / ticks_per_ms + 1|ms / ticks_per_ms|' ;;
equal_is_before) edit node.h ticks64 's/== 64 ? a < b/== 64 ? a <= b/' ;;
parent_off_by_one) edit heap4.h "heap --function tw__heap4_up" 's|(i - 1 - TW__HEAP4_ROOT) / 4|(i - TW__HEAP4_ROOT) / 4|' ;;
grid_runs_early) edit node.h ticks64 's/late >= period)/late > period)/' ;;
*) echo "no fault $2"; exit 2 ;;
esac
if python3 "$here/run" --source "$TW_WORK/source" --work "$TW_WORK" --timeout 10 $part; then
    echo "FAILED: the fault is not seen"
    exit 1
fi
