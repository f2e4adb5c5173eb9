# Takes the hooks for debug.h out of a header, line by line: DEBUG(...) goes with what is in it; of VIA and MET what is in
# them stays, of SEEN its last argument, of GIVEN its first; of #if defined(TW_DEBUG) the #else stays.
function closing(s, i, depth, c) { # where the bracket that opens at i closes
    for (depth = 0; i <= length(s); i++) {
        c = substr(s, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth == 0)
            return i
    }
    print FILENAME ": a hook goes over the end of line " FNR >"/dev/stderr"
    exit 1
}

function without(s, name, keep, at, open, end, inside) {
    while ((at = index(s, "TW__" name "(")) > 0) {
        open = at + length(name) + 4
        end = closing(s, open)
        inside = substr(s, open + 1, end - open - 1)
        if (keep == "first")
            sub(/,.*/, "", inside)
        if (keep == "last")
            sub(/.*, /, "", inside)
        s = substr(s, 1, at - 1) (keep ? "(" inside ")" : "") substr(s, end + 1)
    }
    return s
}

/^TW__DEBUG\(struct tw_mark \{$/ { structure = 1 }
structure { if ($0 == "};)") structure = 0; print ""; next }
/^#if defined\(TW_DEBUG\)$/ { off = 1; print ""; next }
off == 1 { if ($0 == "#else") off = 2; print ""; next }
off == 2 && /^#endif/ { off = 0; print ""; next }
off == 2 && /^#define (TW__(DEBUG|SEEN|VIA|MET|GIVEN)|tw_hand_over)\(/ { print ""; next }
{
    s = without(without($0, "DEBUG"), "SEEN", "last")
    print without(without(without(s, "VIA", "all"), "MET", "all"), "GIVEN", "first")
}
