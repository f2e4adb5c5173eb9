# awk -f agree.awk SAID TRACE: whether a trace holds what the program said of each timer (said.h), in that order, and
# nothing else. The trace begins at time 0, the program's clock anywhere: its first operation was in between.
function wrong(text) {
    print "FAILED: line " FNR " of the trace, '" $0 "': " text
    failed = 1
}

FILENAME == ARGV[1] {
    if (said++ == 0) { first = $2; last = $3 }
    line[$1, n[$1]++] = $0
    next
}
/^#/ { next }
{
    traced++
    if (!(($3, got[$3] + 0) in line)) { wrong("the program says nothing of it"); next }
    split(line[$3, got[$3]++], s, " ")
    if (s[4] != $2) { wrong("the program says: " s[4]); next }
    if ($1 < s[2] - last || $1 > s[3] - first) wrong("not at that time, " s[2] - last " to " s[3] - first)
    if ($2 == "arm" && ($4 < s[5] - last || $4 > s[6] - first)) wrong("not for " s[5] - last " to " s[6] - first)
}
END {
    if (traced != said || said == 0) {
        print "FAILED: the program says " said + 0 " operations, the trace has " traced + 0
        failed = 1
    }
    exit failed
}
