#!/bin/sh
# postgres.sh ROOM [--standby-of OTHER] [OPTION...]: a PostgreSQL in a folder, which it makes if need be, and which has its
# socket too. It runs in the place of this script, and not as root. One that was killed leaves processes behind: they end
# first. A standby is a new copy of the PostgreSQL in the folder OTHER, which it waits for.
set -eu
room=$1
shift
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$room" && chown postgres: "$room"
    cd /
    exec setpriv --reuid=postgres --regid=postgres --clear-groups sh -s "$room" "$@" <"$TW_SOURCE/products/timerd/tests/postgres.sh"
fi
bin=$(find /usr/lib/postgresql -name initdb 2>/dev/null | sort | tail -n 1)
[ -n "$bin" ] || exit 77
mkdir -p "$room" && cd "$room"
if [ "${1:-}" = --standby-of ]; then
    until rm -rf data && "${bin%/initdb}/pg_basebackup" -h "$2" -U postgres -D data -R -c fast --no-sync >>copy.log 2>&1; do
        sleep 0.2
    done
    shift 2
fi
[ -d data ] || "$bin" -N -A trust -U postgres --no-instructions data >initdb.log
memory=$(sed -n '7s/.* //p' data/postmaster.pid 2>/dev/null || true)
while [ -n "$memory" ] && ipcs -m | awk -v id="$memory" '$2 == id && $6 > 0 { found = 1 } END { exit !found }'; do
    sleep 0.1
done
exec "${bin%/initdb}/postgres" -D data -k "$room" -c listen_addresses= "$@"
