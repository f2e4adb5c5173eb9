#!/bin/sh
# guard_test.sh ENGINE PROGRAM: what timerd does not do for those who should not ask: a web page, a client without the
# right, one that asks for SHUTDOWN.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/speak.sh"
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

# Passwords: each has its rights, and those below. Without one a request is short, and nothing is done.
need python3
printf '# rights\nread look\n\nconsume work and more\nadmin all\n' >passwords
status=0
chmod 640 passwords
"$program" --store lmdb:data --password-file passwords >refused.out 2>refused.err || status=$?
same "status where others may read the passwords" 2 $status
chmod 600 passwords
start t --password-file passwords --metrics 0 --log-level info --log-format json
none='-NOAUTH Authentication required.|'
same "without a password" "$none$none$none$none" "$(speak 'PING\r\nHELLO 3\r\nARM x 1 y\r\nSHUTDOWN\r\n')"
same "a long request" '-ERR Protocol error: the request is too long|' "$(speak '*1\r\n$4097\r\n')"
same "a wrong password" "-WRONGPASS there is no such password|-WRONGPASS there is no such password|$none" \
    "$(speak 'AUTH allx\r\n*3\r\n$4\r\nAUTH\r\n$1\r\nx\r\n$2\r\nal\r\nPING\r\n')"
denied() { echo "-NOPERM this password has no right to $1|"; }
same "the right to read" "+OK|$(denied ARM)$(denied TAKE)$(denied REQUEUE)+PONG|" \
    "$(speak 'AUTH look\r\nARM x 9 y\r\nTAKE 1\r\nREQUEUE x 1\r\nPING\r\n')"
same "the right to consume" "+OK|+OK|*0|$(denied REQUEUE)$(denied SHUTDOWN)" \
    "$(speak '*2\r\n$4\r\nAUTH\r\n$13\r\nwork and more\r\nARM x 9000000000000 y\r\nTAKE 1\r\nREQUEUE x 1\r\nSHUTDOWN\r\n')"
same "timers" 1 "$(raw t -a all --no-auth-warning STATS | sed -n '/^waiting$/{n;p}')"
same "HELLO with a password" "*12" "$(speak 'HELLO 2 AUTH default all\r\n' | cut -d '|' -f 1)"

# The page for Prometheus, which has no password; the log, which is one of JSON; what systemd is told.
page=$(sed -n 's/^timerd: metrics on //p' t.out)
python3 - "$page" t.err <<'END' || fail "see above"
import json, sys, urllib.error, urllib.request
with urllib.request.urlopen(sys.argv[1]) as answer:
    page = answer.read().decode()
assert answer.headers['Content-Type'] == 'text/plain; version=0.0.4', answer.headers
assert '# TYPE timerd_waiting gauge\ntimerd_waiting 1\n' in page, page
assert '# TYPE timerd_armed_total counter\ntimerd_armed_total 1\n' in page, page
try:
    urllib.request.urlopen(sys.argv[1] + '/other')
    raise SystemExit('a page that is not there is found')
except urllib.error.HTTPError as error:
    assert error.code == 404
with open(sys.argv[2], encoding='ascii') as log:
    lines = [json.loads(line) for line in log]
assert [line['message'] for line in lines[:2]] == ['listens on t.sock', 'ready on t.sock'], lines
assert {line['level'] for line in lines} == {'info'} and all(line['time'] for line in lines), lines
END
stop t
python3 - "$program" <<'END' || fail "see above"
import os, signal, socket, subprocess, sys
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind('notify.sock')
told.settimeout(120)
timerd = subprocess.Popen([sys.argv[1], '--store', 'lmdb:data', '--listen', 't.sock'],
                          env=dict(os.environ, NOTIFY_SOCKET='notify.sock'), stdout=subprocess.DEVNULL)
assert told.recv(100) == b'READY=1'
timerd.send_signal(signal.SIGTERM)
assert told.recv(100) == b'STOPPING=1'
assert timerd.wait() == 0
END
