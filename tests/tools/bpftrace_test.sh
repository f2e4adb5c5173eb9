#!/bin/sh
# bpftrace_test.sh: the scripts of tools/bpftrace see the timers of examples/basics/seen.c: who is late, who is slow, and
# how many timers fire a second. Wants TW_SOURCE and TW_WORK, root, and a kernel that lets bpftrace attach.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need cc
need bpftrace
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo '#include <sys/sdt.h>' | cc -E - >/dev/null 2>&1 || skip "systemtap-sdt-dev is missing"
bpftrace -e 'BEGIN { printf("it runs\n"); exit(); }' 2>&1 | grep -q 'it runs' || skip "the kernel lets no bpftrace run here"
cc -std=c99 -g -O2 -DTW_WATCH_USDT "-I$TW_SOURCE/include" "$TW_SOURCE/examples/basics/seen.c" -o seen

# sees SCRIPT AWK: what the script prints of a running program fulfils the condition.
sees() {
    ./seen 20 >/dev/null &
    program=$!
    sleep 0.2
    timeout -s INT 5 bpftrace -p $program "$TW_SOURCE/tools/bpftrace/$1" >"$1.out" 2>&1 || :
    kill $program
    wait $program 2>/dev/null || :
    awk "$2" "$1.out" || { cat "$1.out"; echo "FAILED: $1"; exit 1; }
}

sees lateness.bt '/^@worst\[idle_timeout\]: / { late = $2 > 10 } /^@late\[flush_log\]:/ { seen = 1 } END { exit !(late && seen) }'
sees slow.bt '/ flush_log [0-9]+ us$/ { slow += $(NF - 1) > 30000 } /^@took\[idle_timeout\]:/ { seen = 1 } END { exit !(slow && seen) }'
sees rate.bt '/^@\[fires\]: / { fires = $2 } /^@\[arms\]: / { arms = $2 } END { exit !(fires > 20 && arms > fires) }'
echo "the three scripts see the timers"
