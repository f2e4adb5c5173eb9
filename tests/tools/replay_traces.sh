# shellcheck shell=sh disable=SC2154
# Sourced by replay_test.sh and replay_report_test.sh. traces: writes into the work directory the traces and the logs of
# replay_traces.txt, the trace `space`, whose blanks and line ends are of all kinds, and one with the longest line.
traces() {
    unfold "$here/replay_traces.txt" .
    printf '\n   \n# one\n0\tarm  1 5 # two\r\n\t3 cancel 1\r\n4 arm 0002 %022d6\n6 cancel 3' 0 >space.trace
    printf '%01014d cancel 1\n' 0 >longest_line.trace
}
