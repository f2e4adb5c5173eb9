# shellcheck shell=sh disable=SC2034,SC2154
# cost.py measures the row, and says which call costs more than it may; or steps.py counts, and says which fact is false.
need arm-none-eabi-gcc
need qemu-system-arm
need glpsol
folders="tools/cost examples/firmware/cortex-m tests/cost docs"

seen() {
    status=0
    [ "$by" = cost ] || echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o m32 2>/dev/null ||
        skip "gcc has no -m32 here"
    python3 "faulty/tools/cost/$by.py" --only "$row" >printed 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q "^FAILED: $sees" printed || {
        cat printed
        fail "not seen: $sees (status $status)"
    }
    grep "^FAILED: $sees" printed | sed 1q
}
