# shellcheck disable=SC2154 # replay is set by who sources this
# Sourced by replay_advice_test.sh and replay_no_advice_test.sh: replays a trace, and looks at what stands below the table.

fail() {
    echo "FAILED: $*; replay says:" >&2
    cat out >&2
    exit 1
}

# says LINE: this line is in the advice, whole.
says() { grep -qxF -e "$1" advice || fail "the line '$1' is missing"; }

# advises TRACE ARGUMENT...: replays it, and puts what stands below the table into the file advice.
advises() {
    trace=$1
    shift
    "$replay" --repeat 1 "$@" "$trace" >out 2>err || fail "status $?: $(cat err)"
    sed '1,/^structure /d' out | sed '1,/^$/d' >advice
}
