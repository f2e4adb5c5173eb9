# shellcheck shell=sh disable=SC2034,SC2154
# The storm of interrupts sees the fault, on the Cortex-M of the list or, with the argument avr, on an AVR.
# firmware_storm_test.sh and avr_storm_test.sh say that it passes on the sound header.
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"
[ $# -eq 1 ] || {
    need arm-none-eabi-gcc
    need qemu-system-arm
}

seen() {
    [ $# -eq 0 ] || { avr_machine; cpu=avr mask=sreg; }
    storm_build 2000 faulty "$cpu" "$bits" "$mask" || fail "the faulty storm is not built"
    status=0
    storm_run "$cpu" storm.elf >out 2>&1 || status=$?
    judge_faulty
    grep -e '^storm: ' -e '^avr_run: ' out || fail "it ends, but no check failed"
}
