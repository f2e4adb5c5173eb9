#!/bin/sh
# SPDX-License-Identifier: MIT-0
# replay_no_advice_test.sh REPLAY - a trace that tells too little gets no advice, and one line says why. Wants
# TW_SOURCE and TW_WORK.
set -u
case $1 in */*) replay=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) replay=$1 ;; esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK" || exit 1

. "$TW_SOURCE/tests/tools/replay_advice.sh"

# From too little no structure is advised, and one line says why.
bounds='and advice wants'
awk 'BEGIN { for (i = 0; i < 1000; i++) print i, "arm", i % 8, i + 500 }' >enough.trace
advises enough.trace
! grep -q "$bounds" advice || fail "1000 operations are too few"
sed '$d' enough.trace >few.trace
advises few.trace
says "No advice: the trace has 999 operations, $bounds 1,000 or more."
[ "$(grep -c 'advice' advice)" -eq 1 ] || fail "not one line says why"
awk 'BEGIN { for (i = 0; i < 1000; i++) print i, "arm", i % 7, i + 500 }' >flat.trace
advises flat.trace
says "No advice: at most 7 timers are armed at once, $bounds 8 or more."
! grep -q 'best\|level\|told\|saves\|, so ' advice || fail "a structure is advised"

# Waits say nothing of what the program waits for; a timer among them does.
awk 'BEGIN { for (i = 0; i < 2000; i++) print i, "arm", i % 20, i + 30, i < 20 ? "# source: waits" : "" }' >waits.trace
advises waits.trace
says 'No advice: only waits were recorded, one timer for each thread. The trace does not have the timers for which the program waits.'
grep -qx 'Recorded operations: waits 2,000.' out || fail "the source is missing"
sed '$s/ *$/ # source: timerfd/' waits.trace >mixed.trace
advises mixed.trace
! grep -q '^No advice' advice || fail "waits hide a timer"
grep -qx 'Recorded operations: waits 1,999, timerfd 1.' out || fail "the sources are missing"

echo "replay_no_advice_test: ok"
