# shellcheck disable=SC2154 # start() names processes
# Sourced with ENGINE PROGRAM: starts timerd and redis-server, asks with redis-cli, and ends them. Everything is in
# TW_WORK, and on 127.0.0.1. Limits of time only stop what hangs: a store may take $patience for an answer.
. "$TW_SOURCE/tests/skip.sh"
engine=$1 program=$2 patience=10m started='' redis='' postgres='' pg_room=''
need redis-cli
[ "$engine" != redis ] || need redis-server
rm -rf "$TW_WORK"
mkdir -p "$TW_WORK"
cd "$TW_WORK"

# Cleans up when the test has ended: ends the processes that are left, passes over those that have ended already, and
# exits with the status of the test.
finish() {
    for pid in $started; do
        kill -9 "$pid" 2>/dev/null || true
    done
    [ "$1" -eq 0 ] || [ "$1" -eq 77 ] || tail -n 20 ./*.err
    [ -z "$pg_room" ] || rm -rf "$pg_room"
    exit "$1"
}
trap 'finish $?' EXIT
trap 'exit 1' INT TERM HUP

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# until_ COMMAND...: as soon as it succeeds; a minute at most.
until_() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt "${TW_TRIES:-600}" ] || fail "a minute, and still not: $*"
        sleep 0.1
    done
}

same() { # WHAT WANTED GOT
    [ "$2" = "$3" ] || fail "$1: '$3' instead of '$2'"
}

# begin NAME [OPTION...]: a timerd that will listen on NAME.sock; its process is then $NAME.
begin() {
    name=$1
    shift
    : >"$name.out"
    "$program" --store "$store" ${patience:+"--store-timeout=$patience"} --listen "$name.sock" "$@" \
        >"$name.out" 2>>"$name.err" &
    eval "$name=$!"
    started="$started $!"
}

start() { # NAME [OPTION...]: begins, and waits until its store can be used
    begin "$@"
    until_ grep -q "^timerd: ready on $name.sock\$" "$name.out"
}

start_unready() { # NAME [OPTION...]: begins, and waits until it answers
    begin "$@"
    until_ answers PONG "$name" PING
    [ ! -s "$name.out" ] || fail "it is ready without a store"
}

ask() { # NAME REQUEST...
    name=$1
    shift
    timeout 120 redis-cli -s "$name.sock" --no-raw "$@" 2>&1
}

raw() { # NAME REQUEST...: the bare texts, one a line
    name=$1
    shift
    timeout 120 redis-cli -s "$name.sock" --raw "$@" 2>&1
}

# flood NAME: the lines of its input, all at once, so that they share commits; prints the replies.
flood() {
    need perl
    perl -MIO::Socket::UNIX -e 'my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die; local $/;
        if (fork) { print scalar <$s> } else { print $s scalar <STDIN>; shutdown $s, 1 }' "$1.sock" | tr -d '\r'
}

# pipe NAME REQUEST: for each number of the list $numbers the request, with % in it replaced by the number; all at once.
pipe() {
    for i in $numbers; do
        echo "$2"
    done | awk -v numbers="$numbers" 'BEGIN { split(numbers, n) } { gsub("%", n[NR]); print }' | redis-cli -s "$1.sock"
}

stat() { raw "$1" STATS | awk -v name="$2" 'found { print; exit } $0 == name { found = 1 }'; } # NAME FIELD
stat_is() { [ "$(stat "$1" "$2")" = "$3" ]; }                                                  # NAME FIELD VALUE
stat_above() { [ "$(stat "$1" "$2")" -gt "$3" ]; }
is_ready() { grep -q '^timerd: ready on ' "$1.out"; }
answers() { # WANTED NAME REQUEST...
    answer_wanted=$1
    shift
    [ "$(ask "$@")" = "$answer_wanted" ]
}
now() { raw "$1" TIME | { read -r s && read -r us && echo $((s * 1000 + us / 1000)); }; } # NAME: ms, by the store's clock

# early NAME MS COMMAND...: with $due so many ms ahead, and then with twice as many, until it has ended before $due.
early() {
    early_name=$1 ahead=$2
    shift 2
    until due=$(($(now "$early_name") + ahead)) && { "$@" || fail "$*"; } && [ "$(now "$early_name")" -lt $due ]; do
        ahead=$((2 * ahead))
    done
}

kill_hard() { # NAME
    eval "killed=\$$1"
    kill -9 "$killed"
    status=0
    wait "$killed" 2>/dev/null || status=$?
    same "status of $1, which was killed" 137 $status
}

stop() { # NAME: SIGTERM; the status must be 0
    eval "stopped=\$$1"
    kill -TERM "$stopped"
    status=0
    wait "$stopped" || status=$?
    same "status after SIGTERM" 0 "$status"
}

redis_py() { # sets python: Debian's, if the first python3 has no redis-py
    need python3
    for python in python3 /usr/bin/python3; do
        ! $python -c 'import redis' 2>>log || return 0
    done
    skip "no redis-py here (Debian: python3-redis)"
}

# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/servers.sh"
