# shellcheck shell=sh disable=SC2154
# The workloads that insert are refused, and no others.

refused() {
    sed 's/^/    /' printed
    fail "$1; printed was the above"
}

seen() {
    status=0
    counts=$TW_SOURCE/tests/counts/counts.sh
    TW_SOURCE=$PWD/faulty TW_WORK=$PWD/gate sh "$counts" hwheel >printed 2>&1 || status=$?
    [ $status -ne 77 ] || { cat printed; exit 77; }
    [ $status -eq 1 ] || refused "the status is $status"
    for workload in churn-uniform churn-constant churn-next burst; do
        grep -qx "FAILED: hwheel as timers, $workload: .*$says" printed ||
            refused "$workload is not named"
    done
    ! grep -q "^FAILED: .* idle" printed || refused "idle is named, and inserts nothing"
}
