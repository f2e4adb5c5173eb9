#!/bin/sh
# guard_test.sh ENGINE PROGRAM: what timerd does not do for those who should not ask: a web page, a client without the
# right, one that asks for SHUTDOWN.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/timerd/tests/speak.sh"
start t

# A page in a browser sends requests of HTTP: none of their lines is done.
body='ARM evil 1 from-a-web-page\r\nSHUTDOWN\r\n'
same "POST" '' "$(speak "POST / HTTP/1.1\r\nHost: localhost:7379\r\n\r\n$body")"
same "POST in an array" '' "$(speak "*1\r\n\$4\r\npost\r\n$body")"
same "another method" '-ERR unknown command|' "$(speak "PUT / HTTP/1.1\r\nhost: localhost:7379\r\n\r\n$body")"
same "in pieces" '-ERR unknown command|' "$(speak 'PUT / HTTP/1.1\r\n' 'Host: x\r\n' "$body")"
same "timers" "0 0" "$(stat t waiting) $(stat t ready)"
stop t

start t --no-shutdown
same "mode of the socket" srw------- "$(ls -l t.sock | cut -c 1-10)"
same "SHUTDOWN" '(error) ERR SHUTDOWN is refused: --no-shutdown' "$(ask t SHUTDOWN)"
same "PING" PONG "$(ask t PING)"
stop t
start t --socket-mode 660
same "mode of the socket" srw-rw---- "$(ls -l t.sock | cut -c 1-10)"
stop t
