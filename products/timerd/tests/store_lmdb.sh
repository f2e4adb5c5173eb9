# Sourced by store_test.sh: how an LMDB becomes unusable and usable again.
# shellcheck disable=SC2154 # case is given

limit_file() { prlimit --pid "$t" --fsize="$1:unlimited"; }

case $case in
full)
    need prlimit
    start t
    arms before
    due=$(($(now t) + 500))
    ask t ARM held $due x >>log
    limit_file 40000 # a disk that is full, for this process
    until_ refuses
    until [ "$(now t)" -gt $((due + 300)) ]; do sleep 0.1; done
    limit_file unlimited
    same "what was due meanwhile" "held $due" "$(raw t TAKE 1 BLOCK 60000 | sed -n '1p;3p' | paste -s -d ' ' -)"
    ;;
reserve) # the disk has no block more: the store can be emptied
    need prlimit
    start t --lease 1h
    arms before
    arms cancelled
    due=$(($(now t) + 3000))
    ask t ARM held $due x >>log
    limit_file "$(wc -c <data/data.mdb)"
    head -c 60000 /dev/zero | tr '\0' x >payload
    n=0
    for size in 60000 3000 1; do # until not even the smallest is taken
        while :; do
            n=$((n + 50))
            text=$(head -c $size payload)
            for i in $(seq $((n - 49)) $n); do
                echo "ARM big$i $far $text"
            done | redis-cli -s t.sock >answers
            ! grep -q '^STORE' answers || break
        done
    done
    refuses || fail "ARM is not refused"
    same "CANCEL" 1 "$(raw t CANCEL cancelled)"
    row=$(raw t TAKE 1 BLOCK 60000)
    same "what fires" "held $due" "$(echo "$row" | sed -n '1p;3p' | paste -s -d ' ' -)"
    same "ACK" 1 "$(raw t ACK held "$(echo "$row" | sed -n 2p)")"
    same "what it says" 'timerd: lmdb:data: the disk is full: ARM is refused' "$(sort -u t.err)"
    for i in $(seq $n); do
        echo "CANCEL big$i"
    done | redis-cli -s t.sock >answers
    same "answers to CANCEL" $n "$(grep -c '^[01]$' answers)"
    until_ arms room
    limit_file unlimited
    ;;
read_only) # a place where nobody makes files, root neither
    start t
    arms before
    stop t
    mv data elsewhere && ln -s /sys data
    start_unready t
    same "it is not up" "STORE" "$(raw t TIME | cut -d ' ' -f 1)"
    refuses || fail "a read-only directory does not refuse"
    ln -s elsewhere back && mv -T back data # at once, lest timerd makes a store of its own in between
    ;;
map)
    start t
    arms before
    head -c 60000 /dev/zero | tr '\0' x >payload
    for i in $(seq 330); do # 20 MB, in a map that begins with 16
        echo "ARM big$i $far $(cat payload)"
    done | flood t >answers
    same "answers" 330 "$(grep -c '^+OK$' answers)"
    same "timers" 331 "$(stat t waiting)"
    kill_hard t
    start t
    same "timers after a kill" 331 "$(stat t waiting)"
    same "a payload" 60000 "$(raw t GET big330 | sed -n 4p | tr -d '\n' | wc -c)"
    same "no error" 0 "$(stat t store-errors)"
    ;;
format)
    need mdb_load
    start t
    arms before
    ask t ARM given 1 x >>log
    raw t TAKE 1 BLOCK 60000 >>log
    kill_hard t
    # What timerd wrote before there were formats has no number of one.
    mdb_dump -a data | sed '/^ 666f726d6174$/{N;d}' >dump
    grep -q '^ 6c617374$' dump || fail "the last number is not in the dump"
    mv data made && mkdir data && mdb_load -f dump data
    start t --lease 1h
    same "what was armed before" $far "$(raw t GET before | sed -n 3p)"
    same "leased" 1 "$(stat t leased)"
    stop t
    mdb_dump -s meta data >meta
    sed '/^ 666f726d6174$/{n;s/02/07/}' meta | mdb_load -s meta data
    status=0
    "$program" --store lmdb:data --listen t.sock >refused.out 2>refused.err || status=$?
    same "status with another format" 1 $status
    same "its message" "timerd: lmdb:data: its format is not 2: another timerd made it" "$(cat refused.err)"
    mdb_load -f meta -s meta data
    start t
    raw t CANCEL given >>log
    ;;
alone)
    start t
    arms before
    status=0
    "$program" --store lmdb:data --listen second.sock >second.out 2>second.err || status=$?
    same "status of a second timerd" 1 $status
    same "its message" 1 "$(grep -c 'another timerd has it' second.err)"
    ;;
*) fail "no case $case" ;;
esac
