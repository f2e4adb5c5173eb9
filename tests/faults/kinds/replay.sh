# shellcheck shell=sh disable=SC2154
# The model is no structure's twin, and wake-ups are checked: replay says which structure is wrong, and where, and
# reports nothing.
need cc

play() { # HEADERS [OPTION...]
    cc -std=c99 "-I$1" -o program "$TW_SOURCE"/tools/replay/*.c ||
        fail "replay with $1 cannot be compiled"
    shift
    status=0
    ./program --repeat 1 --slack 2 "$@" fault.trace >out 2>err || status=$?
}

seen() {
    printf '%s\n' '0 arm 1 5' '1 arm 2 5' '6 arm 1 9' '7 cancel 1' '8 cancel 1' >fault.trace
    play "$TW_SOURCE"
    [ $status -eq 0 ] && [ ! -s err ] || fail "without the fault the status is $status: $(cat err)"
    play faulty --json found --html page
    [ $status -eq 1 ] || fail "the fault goes unseen"
    [ ! -s out ] && [ ! -e found ] && [ ! -e page ] || fail "reports in spite of the fault"
    grep -qxF "fault.trace: $message" err || fail "says $(cat err)"
}
