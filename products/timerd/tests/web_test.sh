#!/bin/sh
# web_test.sh ENGINE PROGRAM: what timerd answers over HTTP, and what it refuses there. With Redis also while that is away.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3

refused() { # WHY OPTION...: status 2, and a line
    why=$1
    shift
    status=0
    timeout 60 "$program" --store "$store" --listen t.sock "$@" >refused.out 2>refused.err || status=$?
    same "status of $*" 2 $status
    same "what $* is told" "timerd: $why" "$(cat refused.err)"
}
printf 'look-0123456789abcdef\n' >short
printf 'read fifteen-letters\n' >fifteen
printf 'read two words-0123456789\n' >blank
: >empty
printf '# of the page\nread look-0123456789abcdef\nconsume work-0123456789abcdef\nadmin all-0123456789abcdef\n' >tokens
chmod 600 short fifteen blank empty
chmod 640 tokens
refused '--web wants --web-token-file: nobody sees the page without a token' --web 0
refused '--web-token-file: tokens: others may use it; chmod 600' --web 0 --web-token-file tokens
refused '--web-token-file: empty has no token' --web 0 --web-token-file empty
refused 'short:1: a line is read, consume or admin, a space and a token' --web-token-file short
refused 'fifteen:1: a token has 16 or more letters, digits or signs of ASCII' --web-token-file fifteen
refused 'blank:1: a token has 16 or more letters, digits or signs of ASCII' --web-token-file blank
chmod 600 tokens

start t --web 0 --web-token-file tokens --web-host timers.example --metrics 0 --prefix orders --attempts 1
port() { sed -n "s|^timerd: $1 on http://127.0.0.1:\([0-9]*\)/.*|\1|p" t.out; }
printf 'pay "load"\\\377\000' >payload
same "ARM" OK "$(ask t -X PAYLOAD ARM tea 9000000000000 PAYLOAD PERIOD 60000 <payload)"
same "ARM" OK "$(ask t ARM dead 1 'last words')"
same "NACK" 1 "$(raw t NACK dead "$(raw t TAKE 1 BLOCK 60000 | sed -n 2p)")"
timeout 120 python3 "$TW_SOURCE/products/timerd/tests/web.py" "$(port page)" "$(port metrics)" t.sock || fail "see above"
same "connections that were closed" yes "$([ "$(stat t shed)" -ge 10 ] && echo yes)"

if [ "$engine" = redis ]; then
    # shellcheck disable=SC2154
    kill_hard redis
    until_ stat_is t store-up 0
    python3 - "$(port page)" <<'END' || fail "see above"
import json, sys, urllib.error, urllib.request
def ask(target):
    request = urllib.request.Request(f'http://127.0.0.1:{sys.argv[1]}{target}',
                                     headers={'Authorization': 'Bearer look-0123456789abcdef'})
    return json.load(urllib.request.urlopen(request))
stats = ask('/STATS')
assert stats[stats.index('store-up') + 1] == 0, stats
try:
    raise SystemExit(ask('/LIST?1'))
except urllib.error.HTTPError as error:
    assert error.code == 503 and json.load(error)['error'].startswith('STORE '), error
END
fi
stop t
