#!/bin/sh
# avr_odd_test.sh BITS: avr_odd.c on simavr. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need avr-gcc
[ -f /usr/include/simavr/sim_avr.h ] || skip "no libsimavr here"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
here=$TW_SOURCE/tests/targets

cc -std=gnu99 -O2 "$here/avr_run.c" -lsimavr -lelf -o avr_run
avr-gcc -std=c99 -Os -mmcu=atmega1284p -Wall -Wextra -Werror "-DTW_TICK_BITS=$1" "-I$TW_SOURCE" \
    "$here/avr_odd.c" -o odd.elf
status=0
timeout 60 ./avr_run atmega1284p odd.elf || status=$?
[ $status -eq 0 ] || { echo "FAILED: status $status"; exit 1; }
echo "ok: rbtree's TW_ASSERT sees a node at an odd address, the others take it"
