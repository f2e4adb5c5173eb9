#!/bin/sh
# store_test.sh ENGINE PROGRAM CASE: a store that cannot be used answers errors that change nothing, and all goes on when
# it can. full, reserve, read_only, map, format (LMDB); refused, read_only, restart, flushed, full,
# settings, format, lost, damaged (Redis). writer, standby, full, full_log (PostgreSQL). alone: a second timerd.
set -eu
case "$1 $3" in
"postgres full"*) # mounts small disks, which no other process sees
    if [ -z "${TW_DISK:-}" ]; then
        if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
            echo "SKIP: no name space of its own can be made here, or not as root"
            exit 77
        fi
        TW_DISK=yes exec unshare -m sh "$0" "$@"
    fi
    ;;
esac
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
far=9000000000000 case=$3

# unusable: requests are refused, what waited is not lost, what is due fires later.
refuses() { ask t ARM refused $far x | grep -q '^(error) STORE '; }
arms() { answers OK t ARM "$1" $far x; }
recovers() {
    until_ arms after
    same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
    same "what was refused" '(nil)' "$(ask t GET refused)"
    same "it is up" 1 "$(stat t store-up)"
    due=$(($(now t) + 200))
    until_ answers OK t ARM soon $due x
    same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
    stop t
}

# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/store_$engine.sh"
recovers
