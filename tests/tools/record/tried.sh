# shellcheck disable=SC2154 # record, replay and program are set by who sources this
# Sourced by record_test.sh: runs a program under record.sh, and replays the trace.

fail() {
    echo "FAILED: $*"
    [ ! -s err ] || cat err
    exit 1
}

# ends STATUS MODE...: the program, recorded with $options, ends so.
options=
ends() {
    wanted=$1
    shift
    status=0
    # shellcheck disable=SC2086
    "$record" -o my.trace $options -- "$program" "$@" >out 2>err || status=$?
    [ $status -eq "$wanted" ] || fail "status $status, not $wanted"
}

# replays FILE OPERATIONS SOURCES: it is a trace of so many operations for which all structures agree, or replay would
# fail; and of these sources.
replays() {
    "$replay" --repeat 1 "$1" >table 2>replay_err || fail "$1 cannot be replayed"
    sed 's/\([0-9]\),\([0-9]\)/\1\2/g' table >plain && mv plain table
    grep -q "^$1: $2 operations" table || fail "$1 has not $2 operations: $(head -n 1 table)"
    grep -qx "Recorded operations: $3[.]" table || fail "$1 is not of $3: $(head -n 2 table)"
    grep -q "^record.sh: $1: $2 operations of process [0-9]*: $3$" err || fail "$1: record.sh does not name $3"
}
