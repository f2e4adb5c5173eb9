#!/bin/sh
# secure_test.sh redis PROGRAM: a Redis with TLS is a store. One whose certificate is not good, or names another host, ends the
# start, and so does one that wants a certificate of timerd. Guards against a password that is given to a stranger.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need openssl
redis-cli --help 2>&1 | grep -q -e '--tls ' || skip "this Redis has no TLS"
! grep -q 'built without OpenSSL' "$program" || skip "timerd is built without OpenSSL here"

# authority NAME, certificate NAME OF SUBJECT NAMES: NAME.pem and NAME.key.
authority() { openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem" 2>>log; }
certificate() {
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$3" -addext "subjectAltName=$4" -keyout "$1.key" -out "$1.csr" 2>>log
    openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days 2 -copy_extensions copy \
        -out "$1.pem" 2>>log
}
authority ours
authority theirs
certificate server ours localhost DNS:localhost
certificate client ours timerd DNS:timerd
cat client.pem client.key >both.pem

settle() { redis-cli -p "$redis_port" CONFIG SET "$@"; }
secure() { # on a free port, found by trying
    tls_port=$(free_port)
    [ "$(settle tls-cert-file "$PWD/server.pem" tls-key-file "$PWD/server.key" tls-ca-cert-file "$PWD/ours.pem" \
        tls-auth-clients no tls-port "$tls_port" 2>>log)" = OK ] || secure
}
secure
ends() { # STATUS MESSAGE OPTION...
    wanted=$1 message=$2 status=0
    shift 2
    timeout 60 "$program" --listen t.sock "--store-timeout=$patience" "$@" >ends.out 2>ends.err || status=$?
    same "status with $*" "$wanted" $status
    same "message with $*" "timerd: $message" "$(cat ends.err)"
}
store=rediss:localhost:$tls_port
ends 1 "$store: TLS: self-signed certificate in certificate chain" --store "$store"
ends 1 "$store: TLS: self-signed certificate in certificate chain" --store "$store" --store-ca theirs.pem
other=rediss:127.0.0.1:$tls_port
ends 1 "$other: TLS: IP address mismatch" --store "$other" --store-ca ours.pem
plain=redis:127.0.0.1:$redis_port
ends 2 "--store-ca: gone.pem: No such file or directory" --store "$store" --store-ca gone.pem
ends 2 "--store-cert: gone.pem: No such file or directory" --store "$store" --store-cert gone.pem
ends 2 "--store-cert wants TLS with a Redis: rediss: or --store-ca" --store "$plain" --store-cert both.pem

# Answers and requests of many records.
start t --store-ca ours.pem
payload=$(head -c 60000 /dev/zero | tr '\0' x)
for i in $(seq 40); do
    echo "ARM id$i 1 $payload"
done | redis-cli -s t.sock >armed
same "ARM" 40 "$(grep -c '^OK' armed)"
until_ stat_is t ready 40
same "TAKE" 40 "$(for i in 1 2 3; do raw t TAKE 1000; done | grep -c '^id')"
kill_hard redis # another certificate afterwards: the next connection sees it
start_redis "$redis_port"
settle tls-cert-file "$PWD/server.pem" tls-key-file "$PWD/server.key" tls-ca-cert-file "$PWD/ours.pem" \
    tls-auth-clients yes tls-port "$tls_port" >>log
until_ grep -q 'certificate required' t.err
same "it is not up" 0 "$(stat t store-up)"
settle tls-auth-clients no >>log
until_ stat_is t store-up 1
stop t

settle tls-auth-clients yes >>log
status=0 # what it says first may be that its connection was cut
timeout 60 "$program" --listen t.sock "--store-timeout=$patience" --store "$store" --store-ca ours.pem >ends.out 2>ends.err || status=$?
same "status without a certificate" 1 $status
grep -q 'TLS: .*certificate required' ends.err || fail "it says: $(cat ends.err)"
start t --store-ca ours.pem --store-cert both.pem
same "what waited" 40 "$(($(stat t leased) + $(stat t ready)))"
stop t
