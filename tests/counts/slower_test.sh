#!/bin/sh
# A wheel that is made to waste some instructions wherever it inserts a timer fails in the workloads that insert, and in
# no others. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/headers" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h headers
perl -0pi -e 's/\bvoid tw__hwheel_insert\([^)]*\) \{\n/$&volatile int waste = 4;\nwhile (waste > 0)\nwaste--;\n/' \
    headers/hwheel.h
! cmp -s headers/hwheel.h "$TW_SOURCE/hwheel.h" || { echo "FAILED: the pattern no longer fits the header"; exit 1; }

status=0
TW_SOURCE="$TW_WORK/headers" TW_WORK="$TW_WORK/gate" sh "$TW_SOURCE/tests/counts/counts.sh" hwheel >printed || status=$?
cat printed
[ $status -ne 77 ] || exit 77
[ $status -eq 1 ] || { echo "FAILED: the status is $status"; exit 1; }
for workload in churn-uniform churn-constant churn-next heartbeat burst; do
    grep -q "^FAILED: hwheel as timers, $workload: .* now (+" printed ||
        { echo "FAILED: $workload is not named"; exit 1; }
done
! grep -q "^FAILED: .* idle" printed || { echo "FAILED: idle is named, and inserts nothing"; exit 1; }
grep -q "^If that is meant, write the table anew: sh tests/counts/counts.sh --update$" printed
echo "ok: the waste is seen"
