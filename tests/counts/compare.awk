# compare.awk TABLE COUNTED: fails if a cell of COUNTED is over 3 % above the same cell of TABLE, or if the two have not
# the same cells for the structures that `structures` names.
function say(line) { print line; return 1 }
function cell() { return $1 " as " $2 ", " $3 }
BEGIN {
    split(structures, list)
    for (i in list)
        wanted[list[i]] = 1
    update = "write the table anew: sh tests/counts/counts.sh --update"
}
/^#/ || $1 == "structure" || !($1 in wanted) { next }
FILENAME == ARGV[1] { cells[++rows] = cell(); old[cell()] = $4; operations[cell()] = $5; next }
!(cell() in old) { failed += say("FAILED: " cell() " is not in the table"); next }
{
    counted++
    change = ($4 - old[cell()]) / old[cell()] * 100
    line = cell() ": " old[cell()] " instructions per operation in the table, " $4 " now"
    line = line sprintf(" (%+.1f %%)", change)
    if ($5 != operations[cell()])
        failed += say("FAILED: " cell() ": " operations[cell()] " operations in the table, " $5 " now: other work")
    else if (change > 3)
        failed += say("FAILED: " line)
    else if (change < -3)
        better += say("better: " line)
    delete old[cell()]
}
END {
    for (i = 1; i <= rows; i++)
        if (cells[i] in old)
            failed += say("FAILED: " cells[i] " is in the table, and was not counted")
    if (!counted)
        failed += say("FAILED: nothing was compared")
    if (failed)
        print "If that is meant, " update
    else if (better)
        print "So that the gain is kept, " update
    if (failed)
        exit 1
    print "ok: " counted " cells"
}
