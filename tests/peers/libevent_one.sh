#!/bin/sh
# libevent_one.sh REGRESS WAY:TEST: one test of libevent's regress with one way to wait, and its result as a line.
case ${2%%:*} in
timerfd) export EVENT_PRECISE_TIMER=1 ;;
poll) export EVENT_NOEPOLL=1 ;;
select) export EVENT_NOEPOLL=1 EVENT_NOPOLL=1 ;;
esac
case $(timeout 120 "$1" "${2#*:}" 2>/dev/null | tail -n 1) in
'1 tests ok.'*) echo "ok $2" ;;
'0 tests ok.'*) echo "skip $2" ;;
*) echo "failed $2" ;;
esac
