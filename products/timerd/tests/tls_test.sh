#!/bin/sh
# tls_test.sh lmdb PROGRAM: the README's stunnel before timerd: redis-cli is a client through TLS with a certificate that
# the proxy knows, and none without.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need stunnel
need openssl
redis-cli --help 2>&1 | grep -q -e '--tls ' || skip "redis-cli has no TLS here"

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=clients -keyout ca.key -out clients.pem 2>>log
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
    -keyout server.key -out server.pem 2>>log
cat server.key server.pem >timerd.pem
openssl req -newkey rsa:2048 -nodes -subj /CN=client -keyout client.key -out client.csr 2>>log
openssl x509 -req -in client.csr -CA clients.pem -CAkey ca.key -CAcreateserial -days 2 -out client.pem 2>>log

"$program" --store lmdb:data --listen 0 >t.out 2>t.err &
t=$!
started="$started $t"
until_ is_ready t
port=$(sed -n 's/^timerd: ready on 127.0.0.1://p' t.out)

proxy() { # on a free port, found by trying
    tls_port=$(free_port)
    {
        echo 'foreground = yes'
        echo 'pid ='
        sed -n '/^; \/etc\/stunnel\/timerd.conf$/,/^```$/p' "$TW_SOURCE/products/timerd/README.md" |
            sed "/^\`\`\`\$/d; s,/etc/stunnel,$PWD,; s/accept = 7380/accept = 127.0.0.1:$tls_port/; s/:7379/:$port/"
    } >stunnel.conf
    : >stunnel.log
    stunnel stunnel.conf >stunnel.log 2>&1 &
    stunnel=$!
    started="$started $stunnel"
    until_ eval 'grep -q "Configuration successful" stunnel.log || ! kill -0 $stunnel 2>/dev/null'
    kill -0 $stunnel 2>/dev/null || proxy
}
proxy
tls() { timeout 120 redis-cli --tls -p "$tls_port" --cacert server.pem "$@" 2>&1; }
same "with a certificate" PONG "$(tls --cert client.pem --key client.key PING)"
same "with another certificate" 0 "$(tls --cert server.pem --key server.key PING | grep -c PONG || true)"
same "without a certificate" 0 "$(tls PING | grep -c PONG || true)"
stop t
