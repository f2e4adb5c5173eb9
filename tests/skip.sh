# Sourced by the test scripts. `skip REASON` ends a test that this machine cannot run; with TW_NO_SKIP set, as CI does,
# that is a failure. TW_NEEDS names the Debian packages that the test needs beyond a C compiler; skipped.sh prints both.
skip() {
    echo "SKIP: $1${TW_NEEDS:+ (Debian: $TW_NEEDS)}"
    [ -z "${TW_NO_SKIP:-}" ] && exit 77
    echo "TW_NO_SKIP is set: a skip is a failure"
    exit 1
}

need() {
    command -v "$1" >/dev/null 2>&1 || skip "no $1 here"
}

# edit_file FILE SUBSTITUTION: edits a copy of a source, taken as one string, in Perl's way; a pattern that does not fit
# fails the test.
edit_file() {
    perl -0pi.before -e "$2" "$1"
    ! cmp -s "$1" "$1.before" || { echo "FAILED: the edit was not made; its pattern no longer fits $1"; exit 1; }
    rm "$1.before"
}

# fault LIST FAULT: runs what LIST, a file of the branches of a `case`, has for FAULT. LIST stands beside the script.
fault() {
    eval "case \$2 in
        $(cat "$TW_SOURCE/tests/$1")
        *) echo \"no fault \$2\"; exit 2 ;;
        esac"
}

# run_faulty COMMAND...: runs a program with a seeded fault; `status` says how it ended. judge_faulty then fails the test
# unless the program failed by itself. The limit only stops what hangs, and a hang is not taken for the fault. A fault
# that shows by a hang and by nothing else says so: hangs=124, or the status with which a timer of its own ends the
# program.
run_faulty() {
    status=0
    timeout "${limit:-300}" "$@" || status=$?
}

judge_faulty() {
    case $status in
    "${hangs:-none}") return 0 ;;
    0) echo "FAILED: the fault is not seen" ;;
    124 | 137 | 142 | 154) echo "FAILED: hung, and was stopped (status $status); this fault should be seen before" ;;
    125 | 126 | 127) echo "FAILED: the faulty program could not be run" ;;
    *)
        [ -n "${hangs:-}" ] || return 0
        echo "FAILED: it ends with status $status, although the fault is declared as one that hangs"
        ;;
    esac
    exit 1
}
