# proof_test.sh PART...: these parts of `run` prove all. proof_test.sh fault FAULT: one of the faults below, put into a
# copy of the headers, is seen by the goal, or the check of the text, that stands beside it.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
here=$TW_SOURCE/tests/proof
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/source"

case $* in
text | "fault another_line") ;;
bits) need z3 ;;
*) for program in frama-c why3 z3 cvc4; do need $program; done ;;
esac

if [ "$1" != fault ]; then
    exec python3 "$here/run" --source "$TW_SOURCE" --work "$TW_WORK" "$@"
fi

cp "$TW_SOURCE"/*.h "$TW_WORK/source"
edit() { # HEADER SED-COMMAND ANSWER PART-AND-FUNCTION
    sed -i "$2" "$TW_WORK/source/$1"
    ! cmp -s "$TW_SOURCE/$1" "$TW_WORK/source/$1" || { echo "FAILED: the edit changes nothing"; exit 1; }
    answer=$3 part=$4
}
case $2 in
another_line) edit heap4.h 's/for (; i > TW__HEAP4_ROOT/for (; i >= TW__HEAP4_ROOT/' "annotate: heap4.h: tw__heap4_rise has 0 lines" text ;;
rounds_down)
    edit node.h 's|(ms - 1) / ticks_per_ms + 1|ms / ticks_per_ms|' "not proved: tw_wait_ms_ahead_ensures_enough" \
        "ticks64 --function tw__wait_ms"
    ;;
equal_is_before)
    edit node.h 's/== 64 ? a < b/== 64 ? a <= b/' "not proved: tw_before_ensures_order" "ticks64 --function tw_before"
    ;;
grid_runs_early)
    edit node.h 's/late >= period)/late > period)/' "not proved: tw_forward_assert_periods" "ticks64 --function tw_forward"
    ;;
parent_off_by_one)
    edit heap4.h 's|(i - 1 - TW__HEAP4_ROOT) / 4|(i - TW__HEAP4_ROOT) / 4|' "not proved: tw_heap4_up_ensures_parent" \
        "steps --function tw__heap4_up"
    ;;
greatest_of_three)
    edit heap4.h 's/before(&cell\[c\], &cell\[least\])/before(\&cell[least], \&cell[c])/' \
        "not proved: tw_heap4_least_loop_invariant_2" "steps --function tw__heap4_least"
    ;;
wrong_sibling)
    edit heap4.h 's/right = c + 2 + before/right = c + 1 + before/' "not proved: tw_heap4_first_of_four_assert_rights" \
        "steps --function tw__heap4_first_of_four"
    ;;
any_child)
    edit heap4.h 's/least = tw__heap4_least(cell, c, end, before, sooner);/least = c;/' \
        "not proved: tw_heap4_sink_assert_smallest" "holes --function tw__heap4_sink"
    ;;
never_rises)
    edit heap4.h 's/^    i = tw__heap4_rise(cell, i, x, before);/    i = from;/' \
        "not proved: tw_heap4_sink_requires_5" "sift --function tw__heap4_sift"
    ;;
last_plus_one)
    edit heap4.h 's/last = --h->count + TW__HEAP4_ROOT/last = h->count-- + TW__HEAP4_ROOT/' \
        "not proved: tw_heap4_due_sift_requires" "verbs --function tw__heap4_close"
    ;;
unset_slot) edit wheel.h 's/for (i = 0; i < n; i++)/for (i = 1; i < n; i++)/' "out of bounds read" "eva --function wheel" ;;
*) echo "no fault $2"; exit 2 ;;
esac
if python3 "$here/run" --source "$TW_WORK/source" --work "$TW_WORK" --timeout 10 $part >"$TW_WORK/answer" 2>&1; then
    echo "FAILED: the fault is not seen"
    exit 1
fi
cat "$TW_WORK/answer"
grep -q "$answer" "$TW_WORK/answer" || { echo "FAILED: no '$answer'"; exit 1; }
