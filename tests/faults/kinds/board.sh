# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# A part of board_test.sh or port_test.sh, with the faulty ports, ends by a check that failed.
need make
folders=examples/firmware

seen() {
    status=0 test=port_test.sh
    case $how in fast | wraps) test=board_test.sh ;; esac
    TW_FIRMWARE=$PWD/faulty/examples/firmware TW_WORK=$PWD/run \
        sh "$TW_SOURCE/tests/firmware/$test" $how >said 2>&1 || status=$?
    cat said
    [ $status -ne 77 ] || exit 77
    [ $status -ne 0 ] || fail "the fault is not seen"
    grep -q '^FAILED' said || fail "it ends, but no check failed"
    ! grep -q 'status 124' said || fail "it hangs; this fault should be seen before"
}
