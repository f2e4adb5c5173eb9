# Prints a line of the table for each dump of callgrind, that is, for each workload. Fails if instructions outside of
# the program were counted: those of libc's memset, say, depend on the processor. A file of code is named beside its
# number in its first mention, and by the number alone in later ones.
/^desc: Trigger: Client Request: / { workload = $5; operations = $6 }

/^c?ob=/ {
    number = substr($1, index($1, "=") + 1)
    if (NF > 1)
        name[number] = substr($0, index($0, " ") + 1)
    if (/^ob=/)
        object = name[number]
}

# The line after calls= is what the called function took, which is counted there, too.
/^calls=/ { called = 1; next }
/^[0-9+*-]+ [0-9]+$/ && !called && object !~ /\/program$/ { elsewhere[object] += $2 }
{ called = 0 }

/^totals: / && workload {
    for (other in elsewhere) {
        line = structure " as " use ", " workload ": " elsewhere[other] " instructions are those of " other
        print "FAILED: " line >"/dev/stderr"
        failed = 1
        delete elsewhere[other]
    }
    printf "%-11s %-8s %-18s %12.2f %11d\n", structure, use, workload, $2 / operations, operations
    workload = ""
}
END { exit failed }
