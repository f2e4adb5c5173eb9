# shellcheck shell=sh disable=SC2154
# cost.py measures the row, and says which call costs more than it may.
need arm-none-eabi-gcc
need qemu-system-arm
need glpsol

seen() {
    status=0
    cost=$TW_SOURCE/tools/cost/cost.py
    python3 "$cost" --headers faulty --only "$row" >printed 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q "^FAILED: $sees" printed || {
        cat printed
        fail "not seen: $sees (status $status)"
    }
    grep "^FAILED: $sees" printed | sed 1q
}
