# Reads what beats.c printed, and compares it with arithmetic done here: how often each beat was due; and at how many ticks
# something was, where up to `chain` one-shots for each request come to the grid. `late`, `extra`: board_test.sh.
function bad(what) {
    print "FAILED: " what
    failed = 1
}
function due_at(t) { at[sprintf("%.0f", t)] }

# By the emulator's clock: printing takes some milliseconds.
/^simulate: / {
    if ($2 < seconds * 1000 || $2 > seconds * 1000 + 8)
        bad("the processor ran " $2 " ms")
}
/ of .* beats; / { split($0, beat, /, | beats; /) }
/ due ticks, / { found = 1; due = $1; sleeps = $4; worst = $8; hz = $11 }

END {
    if (!found) {
        bad("no last line")
        exit 1
    }
    n = split(bits == 16 ? "250 70 50 1000" : "250 70 50 1000 30000", ms, " ")
    length_ = hz * seconds
    for (i = 1; i <= n; i++) {
        period = int(hz * ms[i] / 1000)
        wanted = int(length_ / period)
        if (beat[i] != wanted " of " wanted)
            bad("not " wanted ": " beat[i])
        for (t = period; t <= length_; t += period)
            due_at(t)
    }
    ask = int(hz * ms[1] / 1000)
    timeout = int(hz * 90 / 1000)
    for (t = 8 * ask + timeout; t <= length_; t += 8 * ask)
        due_at(t)
    for (t in at)
        grid++
    near = chain * int(length_ / ask)
    if (due < grid || due > grid + near)
        bad("not " grid " due ticks and up to " near " one-shots, but " due)
    if (sleeps > due + extra)
        bad("more sleeps than due ticks and " extra)
    if (worst > late)
        bad("a callback was more than " late " counts late")
    exit failed
}
