# shellcheck disable=SC2154 # replay is set by who sources this
# Sourced by replay_advice_test.sh and replay_no_advice_test.sh: replays a trace, and looks at what stands below the table.

fail() {
    echo "FAILED: $*; replay says:" >&2
    cat out >&2
    exit 1
}

# advises TRACE ARGUMENT...: replays it, and puts what stands below the table into the file advice; again, if the machine
# was too busy for advice.
advises() {
    trace=$1 turn=0
    shift
    while [ $turn -lt 20 ]; do
        "$replay" --repeat 1 "$@" "$trace" >out 2>err || fail "status $?: $(cat err)"
        sed '1,/^structure /d' out | sed '1,/^$/d' >advice
        turn=$((turn + 1))
        grep -q 'The machine may be busy' advice || turn=20
    done
}

# says LINE: this line is in the advice, whole.
says() { grep -qxF -e "$1" advice || fail "the line '$1' is missing"; }
