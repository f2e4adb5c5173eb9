#!/bin/sh
# seeded_test.sh FAULT: a wheel that does something more wherever it inserts a timer is refused: `waste`, some
# instructions, in the workloads that insert and in no others; `libc`, a call whose instructions depend on the
# processor, however few they are. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/headers" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h headers

case $1 in
waste) more='volatile int waste = 4; while (waste > 0) waste--;' ;;
libc) more='extern int abs(int); int (*volatile call)(int) = abs; call(1);' ;;
esac
more=$more perl -0pi -e 's/\bvoid tw__hwheel_insert\([^)]*\) \{\n/$&$ENV{more}\n/' headers/hwheel.h
! cmp -s headers/hwheel.h "$TW_SOURCE/hwheel.h" || { echo "FAILED: the pattern no longer fits the header"; exit 1; }

status=0
counts=$TW_SOURCE/tests/counts/counts.sh
TW_SOURCE="$TW_WORK/headers" TW_WORK="$TW_WORK/gate" sh "$counts" hwheel >printed 2>&1 || status=$?
[ $status -ne 77 ] || { cat printed; exit 77; }

fail() {
    echo "FAILED: $1; printed was:"
    sed 's/^/    /' printed
    exit 1
}

[ $status -eq 1 ] || fail "the status is $status"

case $1 in
waste) says="instructions per operation in the table, .* now (+.*%)" ;;
libc) says="[0-9]* instructions are those of .*libc.*" ;;
esac
for workload in churn-uniform churn-constant churn-next burst; do
    grep -qx "FAILED: hwheel as timers, $workload: .*$says" printed || fail "$workload is not named"
done
! grep -q "^FAILED: .* idle" printed || fail "idle is named, and inserts nothing"
echo "ok: $1 is seen"
