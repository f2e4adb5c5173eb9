# shellcheck disable=SC2154 # case, far, pg_room and postgres are given
# Sourced by store_postgres.sh: the disk of the tables, or that of the log, is full. Every request has an answer that PROTOCOL.md
# names; what was acknowledged is there when there is room again, and what was refused is not.
disk=$pg_room/small
trap 'status=$?; umount -l "$disk" 2>>log || true; finish $status' EXIT
small_disk() { # SIZE
    mkdir "$disk"
    mount -t tmpfs -o "size=$1" tmpfs "$disk"
    chown postgres: "$disk"
}
room_left() { df --output=avail -B1 "$disk" | tail -n 1; }
fill_disk() { # LEAVING: all but so many bytes
    fallocate -l $(($(room_left) - $1)) "$disk/filler"
    [ "$(room_left)" -le "$1" ] || fail "the disk is not full"
}
payload=$(head -c 30000 /dev/urandom | od -An -v -tx1 | tr -d ' \n') # which PostgreSQL cannot make smaller

arms_until_full() { # its ids are then in acknowledged and refused, by their answers
    : >acknowledged >refused
    for part in $(seq 100); do
        for i in $(seq 20); do
            echo "ARM big$part.$i $far $payload"
        done >arms
        flood t <arms >answers
        same "answers to 20 ARM" 20 "$(grep -cE '^[+]OK$|^-STORE |^-UNSURE ' answers)"
        cut -d ' ' -f 2 arms | paste -d ' ' - answers >both
        sed -n 's/ +OK$//p' both >>acknowledged
        sed -n 's/ -STORE .*//p' both >>refused
        ! grep -q '^-' answers || return 0
    done
    fail "2000 ARM of 60 kB do not fill the disk"
}
missing() { sed 's/^/GET /' "$1" | flood t | grep -c '^[$*]-1$' || true; } # LIST: so many are not there
all_there() {
    until_ answers OK t ARM small $far x
    [ -s acknowledged ] || fail "nothing was acknowledged before the disk was full"
    same "lost, of $(wc -l <acknowledged) acknowledged" 0 "$(missing acknowledged)"
    same "refused, and not there" "$(wc -l <refused)" "$(missing refused)"
    same "what was due meanwhile" mine "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
    same "losses" 0 "$(stat t losses)"
}

case $case in
full) # PostgreSQL goes on, and refuses what needs a new page
    small_disk 32m
    sql "create tablespace small location '$disk'" >>log
    sql 'alter role postgres set default_tablespace = small' >>log
    start t --shard-lease 300ms
    arms before
    fill_disk 8000000
    ask t ARM mine $(($(now t) + 3000)) x >>log
    arms_until_full
    [ -s refused ] || fail "no ARM is answered -STORE"
    ask t ARM refused $far "$payload" | grep -q '^(error) STORE .*53100' || fail "it does not say why"
    rm "$disk/filler"
    ;;
full_log) # PostgreSQL ends, and cannot begin before there is room
    kill -INT "$postgres"
    wait "$postgres" || true
    small_disk 64m
    cp -a "$pg_room/data/pg_wal/." "$disk"
    rm -r "$pg_room/data/pg_wal"
    ln -s "$disk" "$pg_room/data/pg_wal"
    start_postgres -c min_wal_size=32MB -c max_wal_size=32MB -c restart_after_crash=off
    start t --shard-lease 300ms
    arms before
    ask t ARM mine $(($(now t) + 3000)) x >>log
    fill_disk 0
    arms_until_full
    wait "$postgres" || true
    grep -q 'PANIC: .*No space left' postgres.log || fail "PostgreSQL did not end for want of room"
    refuses || fail "there is no PostgreSQL, and ARM is not refused"
    rm "$disk/filler"
    start_far
    until_ stat_is t store-up 1
    ;;
*) fail "no case $case" ;;
esac
all_there
