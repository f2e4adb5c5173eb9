#!/bin/sh
# readers_test.sh lmdb PROGRAM CASE: somebody reads the file of LMDB as mdb_copy does. died: a reader that was killed keeps no
# page. slow: one that does not end, on a disk that fills up, costs ARM alone. spent: one that reads until the disk has no block
# more, and ends. Guards against a backup that stops all timers, and against free pages that have no block.
set -eu
size=
[ "$3" != slow ] || size=128m
[ "$3" != spent ] || size=48m
if [ -n "$size" ] && [ -z "${TW_DISK:-}" ]; then # a disk which no other process sees
    as=-rm
    [ "$(id -u)" -ne 0 ] || as=-m
    if ! unshare $as true 2>/dev/null; then
        echo "no name space of its own can be made here"
        exit 77
    fi
    rm -rf "$TW_WORK"
    mkdir -p "$TW_WORK"
    # shellcheck disable=SC2016 # sh expands it
    TW_DISK=$size exec unshare $as sh -c 'mount -t tmpfs -o size="$TW_DISK" tmpfs "$TW_WORK" &&
        TW_WORK=$TW_WORK/on_it exec sh "$@"' - "$0" "$@"
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

big() { # 3 MB, more than a pipe takes
    head -c 60000 /dev/zero | tr '\0' x >payload
    for i in $(seq 50); do
        echo "ARM big$i $far $(cat payload)"
    done | flood t >answers
}
touches() { # COUNT: a commit each; how many did it. The disk may have no room for their answers.
    for i in $(seq "$1"); do
        echo "TOUCH mine $generation"
    done | redis-cli -s t.sock | grep -c '^1$'
}
done_with() { # a TAKE, and a commit for each ACK. The disk may have no room for a file of them.
    acks=$(raw t TAKE 100 | paste -d ' ' - - - - - - | awk 'NF == 6 { print "ACK", $1, $2 }')
    [ "$(echo "$acks" | grep -c ACK)" = "$(echo "$acks" | redis-cli -s t.sock | grep -c '^1$')" ] && [ -n "$acks" ]
}

start t
case $case in
died)
    # STATS beside requests that write, in one commit.
    printf 'ARM with_stats %s x\nSTATS\nCANCEL with_stats\n' $far | flood t >answers
    same "the writes beside STATS" "+OK :1" "$(sed -n '1p;$p' answers | paste -s -d ' ' -)"
    grep -q '^[$]10$' answers || fail "no STATS"
    big
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
    big
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
    same "TOUCH" 600 "$(touches 600)" # 20 MiB, and none of them can be written again
    same "ACK" 1 "$(raw t ACK mine "$generation")"
    same "errors of the store" 0 "$(stat t store-errors)"
    [ "$(stat t oldest-reader)" -gt 0 ] || fail "the reader did not last"
    kill -9 "$reader"
    until_ answers OK t ARM again $far x
    ;;
spent)
    # shellcheck disable=SC2034 # pipe() reads it
    numbers=$(seq 2000)
    big
    due=$(($(now t) + 5000))
    pipe t "ARM id% $due $(head -c 200 payload)" >>log
    read_slowly
    : >answers
    until grep -q '^-STORE' answers || stat_above t fired 0; do
        for i in $(seq 500); do
            echo "ARM more$i $far $(head -c 500 payload)"
        done | flood t >answers
        for i in $(seq 500); do
            echo "CANCEL more$i"
        done | flood t >>answers
    done
    until_ stat_is t ready 2000
    while done_with; do :; done # until no commit has room
    for i in $(seq 20); do
        done_with || true
    done
    kill -9 "$reader"
    until_ stat_is t oldest-reader 0
    while stat_above t ready 0; do
        done_with || fail "$(stat t free-bytes) bytes are free, and it says $(raw t TAKE 1)"
    done
    ;;
*) fail "no case $case" ;;
esac
stop t
