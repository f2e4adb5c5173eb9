#!/bin/sh
# postgres_tls_test.sh postgres PROGRAM: a PostgreSQL with TLS is a store. One whose certificate is not good, or that refuses
# timerd for good, ends the start. Guards against a timerd that waits for ever for what nobody will change.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need openssl
certificate() { # NAME SUBJECT: one that signs itself
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -keyout "$1.key" \
        -out "$1.pem" 2>>log
}
certificate server localhost
certificate other localhost
cp server.pem server.key "$pg_room/data/"
chmod 600 "$pg_room/data/server.key"
chown --reference="$pg_room/data" "$pg_room/data/server.key"
sql "create role waiter login password 'secret'" >>log
sql "create role reader login" >>log
kill_hard postgres
PGPORT=$(free_port)
export PGPORT # of psql, too
printf '%s\n' 'local all all trust' 'hostssl all waiter 127.0.0.1/32 scram-sha-256' 'hostssl all all 127.0.0.1/32 trust' \
    >"$pg_room/data/pg_hba.conf"
start_postgres -c listen_addresses=127.0.0.1 -c ssl=on -c ssl_cert_file=server.pem -c ssl_key_file=server.key

url() { echo "postgres:postgresql://$1@$2:$PGPORT/$3"; } # USER HOST DATABASE?OPTIONS
ends() { # WHAT STORE
    status=0
    timeout 60 "$program" --store "$2" --listen t.sock "--store-timeout=$patience" >ends.out 2>ends.err || status=$?
    same "status: $1" 1 $status
    grep -q "^timerd: postgres: .*$1" ends.err || fail "instead of '$1': $(cat ends.err)"
}
ours="sslmode=verify-full&sslrootcert=server.pem"
ends 'certificate verify failed' "$(url postgres localhost "postgres?sslmode=verify-full&sslrootcert=other.pem")"
ends 'does not match host name "127.0.0.1"' "$(url postgres 127.0.0.1 "postgres?$ours")"
ends 'root certificate file "gone.pem" does not exist' "$(url postgres localhost "postgres?sslmode=verify-full&sslrootcert=gone.pem")"
ends '28P01' "$(url waiter:wrong localhost "postgres?$ours")"
ends '28000' "$(url nobody localhost "postgres?sslmode=disable")"
ends '3D000' "$(url postgres localhost "nothing?$ours")"
ends '42501' "$(url reader localhost "postgres?$ours")"
ends 'Name or service not known' "$(url postgres nobody.invalid "postgres?$ours")"
ends 'invalid connection option' "postgres:colour=red"

store=$(url postgres localhost "postgres?$ours")
start t
same "ARM" OK "$(ask t ARM soon $(($(now t) + 100)) x)"
same "TAKE" soon "$(raw t TAKE 1 BLOCK 60000 | sed -n 1p)"
same "connections without TLS" 0 "$(sql "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where not ssl and
    client_addr is not null")"
same "connections with TLS" t "$(sql "select count(*) >= 2 from pg_stat_ssl where ssl")"
kill_hard postgres
until_ stat_is t store-up 0
start_postgres -c listen_addresses=127.0.0.1 -c ssl=on -c ssl_cert_file=server.pem -c ssl_key_file=server.key
until_ stat_is t store-up 1
stop t
