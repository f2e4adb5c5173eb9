# Sourced by run: Redis, whose active expiry integrations/redis replaces. Those of its tests in which keys expire, stay, or are
# dropped as a whole; and keys_test.py of ours.
package=redis version=7.0.15 least=350 sets="table"

needs() { need tclsh; }

other_versions() {
    another src/version.h 's/7.0.15/7.0.16/' "is Redis 7.0.16; the edits are for Redis 7.0.15"
    another src/db.c 's/dictSetSignedIntegerVal/changed/' "src/db.c differs from Redis 7.0.15"
}

build() { # FOLDER FLAGS
    find "$1/src" -maxdepth 1 -name '*.o' -delete # make does not know of our headers
    make -C "$1/src" -j "$(nproc)" MALLOC=libc REDIS_CFLAGS="$2" redis-server redis-cli redis-benchmark
}

# keys_test.py says something only if it fails, in ours alone: then the two lists differ.
suite() { # COPY [TEST...]
    copy=$1
    shift
    (
        cd "$copy"
        for part in unit/expire unit/keyspace unit/lazyfree unit/multi unit/other unit/dump unit/pause unit/type/string \
            integration/replication-3 integration/replication-4; do
            timeout 900 ./runtest --clients 1 --single $part || :
        done | sed -n 's/\x1b\[[0-9;]*m//g; y/ /_/; s/^\[ok\]:_\(.*\)_([0-9]*_ms)$/ok \1/p; s/^\[err\]:_\(.*\)_in_tests.*/failed \1/p
            s/^\[\(skip\|ignore\)\]:_\(.*\)/skip \2/p'
    ) | awk -v chosen=" $* " 'chosen == "  " || index(chosen, " " $2 " ")'
    [ "$copy" = stock ] || told
}

told() {
    python3 "$TW_SOURCE/integrations/redis/keys_test.py" ours/src/redis-server 100 >keys.log 2>&1 ||
        { cat keys.log >&2; echo "failed keys_test"; }
}

measure() { # REQUESTS
    python3 "$TW_SOURCE/integrations/redis/figures.py" count "$1" stock/src/redis-server ours/src/redis-server
}
