# Sourced by the test scripts. `skip REASON` ends a test that this machine cannot run; with TW_NO_SKIP set, as CI does,
# that is a failure.
skip() {
    echo "SKIP: $1"
    [ -z "${TW_NO_SKIP:-}" ] && exit 77
    echo "TW_NO_SKIP is set: a skip is a failure"
    exit 1
}

need() {
    command -v "$1" >/dev/null 2>&1 || skip "no $1 here"
}
