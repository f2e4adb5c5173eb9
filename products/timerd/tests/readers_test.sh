#!/bin/sh
# readers_test.sh lmdb PROGRAM CASE: somebody reads the file of LMDB as mdb_copy does. died: a reader that was killed keeps no
# page. slow: one that does not end, on a disk that fills up, costs ARM alone. Guards against a backup that stops all timers.
set -eu
if [ "$3" = slow ] && [ -z "${TW_DISK:-}" ]; then # a disk of 128 MiB, which no other process sees
    as=-rm
    [ "$(id -u)" -ne 0 ] || as=-m
    if ! unshare $as true 2>/dev/null; then
        echo "no name space of its own can be made here"
        exit 77
    fi
    rm -rf "$TW_WORK"
    mkdir -p "$TW_WORK"
    # shellcheck disable=SC2016 # sh expands it
    TW_DISK=yes exec unshare $as sh -c 'mount -t tmpfs -o size=128m tmpfs "$TW_WORK" && TW_WORK=$TW_WORK/on_it exec sh "$@"' \
        - "$0" "$@"
fi
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need mdb_copy
far=9000000000000 case=$3

read_slowly() { # a reader that begins, and waits
    mkfifo pipe
    sleep 1000 <pipe &
    started="$started $!"
    mdb_copy data >pipe 2>>log &
    reader=$!
    started="$started $reader"
}
holds() { # a commit is older than the reader
    raw t CANCEL held >>log
    ask t ARM held $far x >>log
    stat_above t oldest-reader 0
}

start t
case $case in
died)
    # STATS beside requests that write, in one commit.
    printf 'ARM with_stats %s x\nSTATS\nCANCEL with_stats\n' $far | flood t >answers
    same "the writes beside STATS" "+OK :1" "$(sed -n '1p;$p' answers | paste -s -d ' ' -)"
    grep -q '^[$]10$' answers || fail "no STATS"
    head -c 60000 /dev/zero | tr '\0' x >payload
    for i in $(seq 50); do # 3 MB, more than a pipe takes
        echo "ARM big$i $far $(cat payload)"
    done | flood t >answers
    read_slowly
    until_ holds
    kill -9 "$reader"
    until_ stat_is t oldest-reader 0
    same "what it says" 1 "$(grep -c 'a reader (mdb_copy?) died before its end' t.err)"
    [ "$(stat t free-bytes)" -gt 0 ] || fail "no page is free"
    same "the file" "$(stat t file-bytes)" "$(wc -c <data/data.mdb)"
    ;;
slow)
    ask t ARM mine $(($(now t) + 3000)) x >>log
    head -c 60000 /dev/zero | tr '\0' x >payload
    for i in $(seq 50); do
        echo "ARM big$i $far $(cat payload)"
    done | flood t >answers
    read_slowly
    until_ holds
    until grep -q '^-STORE' answers; do # until ARM is refused
        for i in $(seq 50); do
            echo "ARM big$i $far $(cat payload)"
            echo "CANCEL big$i"
        done | flood t >answers
    done
    raw t TAKE 1 BLOCK 60000 >row
    generation=$(sed -n 2p row)
    for i in $(seq 600); do # a commit each: 20 MiB, and none of them can be written again
        echo "TOUCH mine $generation"
    done | redis-cli -s t.sock >answers
    same "answers to TOUCH" 600 "$(grep -c '^1$' answers)"
    same "ACK" 1 "$(raw t ACK mine "$generation")"
    same "errors of the store" 0 "$(stat t store-errors)"
    [ "$(stat t oldest-reader)" -gt 0 ] || fail "the reader did not last"
    kill -9 "$reader"
    until_ answers OK t ARM again $far x
    ;;
*) fail "no case $case" ;;
esac
stop t
