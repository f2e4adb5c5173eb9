"""web.py PORT METRICS_PORT SOCKET: what timerd answers over HTTP. Its queue is called orders, its name in a proxy is
timers.example; the tokens are those below. Dead letters: one, of id dead; a waiting timer: tea."""
import http.client
import json
import socket
import sys

LOOK, WORK, ALL = 'look-0123456789abcdef', 'work-0123456789abcdef', 'all-0123456789abcdef'
HEAD_MOST, CONNECTIONS_MOST = 8192, 64
port, metrics, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def ask(target, token=ALL, method='GET', fields=(), to=None):
    """One request in a connection of its own: its status, its head, what its JSON is."""
    peer = http.client.HTTPConnection('127.0.0.1', to or port, timeout=60)
    peer.putrequest(method, target, skip_host='Host' in dict(fields), skip_accept_encoding=True)
    if token:
        peer.putheader('Authorization', 'Bearer ' + token)
    for name, value in fields:
        peer.putheader(name, value)
    peer.endheaders()
    answer = peer.getresponse()
    body = answer.read()
    assert int(answer.headers['Content-Length']) == len(body) or method == 'HEAD', (target, body)
    is_json = answer.headers['Content-Type'] == 'application/json' and method != 'HEAD'
    peer.close()
    return answer.status, answer.headers, json.loads(body) if is_json else body.decode()


def same(what, wanted, got):
    assert got == wanted, f'{what}: {got} instead of {wanted}'


def status(what, wanted, *request, **options):
    same(what, wanted, ask(*request, **options)[0])


def connect(to=None):
    peer = socket.socket(socket.AF_UNIX) if isinstance(to, str) else socket.create_connection(('127.0.0.1', to or port))
    if isinstance(to, str):
        peer.connect(to)
    peer.settimeout(60)
    return peer


def raw(*parts):
    """The statuses of what is answered to bytes, until the connection ends or as many came as there are heads."""
    peer, got = connect(), b''
    wanted = b''.join(parts).count(b'\r\n\r\n')
    for part in parts:
        peer.sendall(part)
    while True:
        part = peer.recv(1 << 16)
        got += part
        if not part or (wanted and got.count(b'HTTP/1.1 ') >= wanted):
            peer.close()
            return [int(line.split()[1]) for line in got.splitlines() if line.startswith(b'HTTP/1.1 ')]


def redis(*words):
    """The reply of one line to a request in RESP."""
    peer = connect(path)
    peer.sendall(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%b\r\n' % (len(word), word) for word in words))
    line = peer.makefile('rb').readline()
    peer.close()
    return line


def line(method, target, *fields):
    return '\r\n'.join([f'{method} {target} HTTP/1.1', *fields, '', '']).encode('latin-1')


HOST, BEARER = f'Host: localhost:{port}', 'Authorization: Bearer ' + ALL


def quoted(data):
    return ''.join('%%%02x' % byte for byte in data)


def the_page_needs_no_token_and_all_else_does():
    code, head, page = ask('/', token=None)
    same('the page', 200, code)
    assert page.startswith('<!doctype html>') and "default-src 'none'" in head['Content-Security-Policy'], head
    assert 'unsafe' not in head['Content-Security-Policy'], head
    for token in (None, ALL[:-1], ALL + 'x', 'x', ALL.upper()):
        for target in ('/STATS', '/LIST?1', '/metrics', '/nothing', '/?'):
            code, head, answer = ask(target, token=token)
            same(f'{target} with {token}', (401, 'Bearer', ['error']), (code, head['WWW-Authenticate'], list(answer)))
    same('another scheme', [401], raw(line('GET', '/STATS', HOST, 'Authorization: Basic ' + ALL)))
    same('a token in the URL', [401], raw(line('GET', '/STATS?token=' + ALL, HOST)))
    same('two tokens', [400], raw(line('GET', '/STATS', HOST, BEARER, BEARER)))


def answers_are_those_of_the_commands():
    code, head, stats = ask('/STATS')
    same('head', (200, 'orders', 'admin', 'no-store'),
         (code, head['Timerd-Queue'], head['Timerd-Right'], head['Cache-Control']))
    same('counts', [1, 1], [dict(zip(stats[::2], stats[1::2]))[name] for name in ('waiting', 'dead')])
    same('LIST', [None, [['tea', 1, 9000000000000, 60000]]], ask('/LIST?10')[2])
    same('LIST of a prefix', [None, []], ask('/list?10&PREFIX&x')[2])
    same('GET', ['tea', 1, 9000000000000, 'pay "load"\\\xff\x00', 60000, 0], ask('/GET?tea')[2])
    same('GET of none', None, ask('/GET?none')[2])
    same('NEXT', 9000000000000, ask('/NEXT')[2])
    (dead,) = ask('/DEAD?10')[2]
    same('DEAD', ['dead', 'last words', 1], [dead[0], dead[3], dead[4]])
    same('TIME', 2, len(ask('/TIME')[2]))
    same('a bad request', (400, {'error': 'ERR count is not an integer from 1 to 1000'}), ask('/LIST?0')[::2])
    for target in ('/', '/STATS', '/nothing'):
        full, short = ask(target), ask(target, method='HEAD')
        same(f'HEAD {target}', (full[0], full[1]['Content-Type'], ''), (short[0], short[1]['Content-Type'], short[2]))
        assert int(short[1]['Content-Length']) > 0, short[1]
    for target in ('/nothing', '/PING', '/SHUTDOWN', '/TAKE?1', '/ARM?x&1&y', '/AUTH?x', '//'):
        for method in ('GET', 'POST'):
            status(f'{method} {target}', 404, target, method=method)
    status('CANCEL by GET', 405, '/CANCEL?tea')
    status('STATS by POST', 405, '/STATS', method='POST')
    status('STATS by PUT', 405, '/STATS', method='PUT')
    same('metrics', True, 'timerd_waiting 1\n' in ask('/metrics')[2])
    same('metrics on their own port', True, 'timerd_waiting 1\n' in ask('/metrics', token=None, to=metrics)[2])
    status('commands on that port', 404, '/STATS', to=metrics)
    status('the page on that port', 404, '/', to=metrics)


def other_names_and_other_pages_are_refused():
    for host in ('evil.example', f'evil.example:{port}', 'localhost.evil.example', '127.0.0.2', '[::2]', '[::1', ''):
        status(f'Host {host}', 421, '/STATS', fields=[('Host', host)])
        status(f'Host {host}, the page', 421, '/', fields=[('Host', host)], token=None)
    for host in ('localhost', 'LOCALHOST:1', '127.0.0.1:80', '[::1]:80', '[::1]', 'timers.example', 'timers.example:443'):
        status(f'Host {host}', 200, '/STATS', fields=[('Host', host)])
    same('no Host', [400], raw(line('GET', '/', BEARER)))
    same('two Hosts', [400], raw(line('GET', '/', HOST, HOST)))
    for origin in ('http://evil.example', 'null', 'http://localhost', f'http://localhost:{port}.evil.example', '',
                   f'ftp://localhost:{port}', f'http://127.0.0.1:{port}'):
        same(f'Origin {origin}', [403], raw(line('POST', '/CANCEL?tea', HOST, BEARER, 'Origin: ' + origin)))
    same('tea waits', 9000000000000, ask('/NEXT')[2])


def bytes_that_are_no_request_end_the_connection():
    good = line('GET', '/STATS', HOST, BEARER)
    for what, sent in (('an end of a line', good.replace(b'HTTP/1.1\r', b'HTTP/1.1')), ('a folded line', line('GET', '/', HOST, ' x')),
                       ('a blank before the colon', line('GET', '/', HOST, 'X : y')), ('no colon', line('GET', '/', HOST, 'x')),
                       ('no name', line('GET', '/', HOST, ': x')), ('a NUL', line('GET', '/', HOST, 'X: \0')),
                       ('no path', line('GET', 'x', HOST)), ('a version', good.replace(b'HTTP/1.1', b'HTTP/2.0')),
                       ('RESP', b'*1\r\n$4\r\nPING\r\n\r\n'), ('only an end', b'\r\n\r\n'),
                       ('a % alone', line('GET', '/GET?tea%', HOST, BEARER)), ('a % and no digits', line('GET', '/GET?tea%0g', HOST, BEARER))):
        same(what, [400], raw(sent)[:1])
    same('a body', [413], raw(line('POST', '/CANCEL?tea', HOST, BEARER, 'Content-Length: 3') + b'abc'))
    same('a body in chunks', [413], raw(line('POST', '/CANCEL?tea', HOST, BEARER, 'Transfer-Encoding: chunked')))
    longest = line('GET', '/STATS', HOST, BEARER, 'X: ')[:-4]
    longest += b'x' * (HEAD_MOST - len(longest) - 4)
    same('as long as may be', [200], raw(longest + b'\r\n\r\n'))
    same('longer', [431], raw(longest + b'x\r\n\r\n'))
    same('without an end', [431], raw(longest + b'12345'))
    same('tea waits', 9000000000000, ask('/NEXT')[2])


def a_connection_has_many_requests():
    peer, seen = http.client.HTTPConnection('127.0.0.1', port, timeout=60), set()
    for _ in range(3):
        peer.request('HEAD', '/')  # a body would be read as the next answer
        same('HEAD', b'', peer.getresponse().read())
        peer.request('GET', '/NEXT', headers={'Authorization': 'Bearer ' + LOOK})
        same('NEXT', '9000000000000\n', peer.getresponse().read().decode())
        seen.add(peer.sock.getsockname())
    same('connections', 1, len(seen))
    one = line('GET', '/NEXT', HOST, BEARER)
    same('at once', [200] * 100 + [404, 401], raw(one * 100 + line('GET', '/x', HOST, BEARER) + line('GET', '/x', HOST)))
    same('in pieces', [200] * 2, raw(*[(one * 2)[i:i + 7] for i in range(0, 2 * len(one), 7)]))
    same('Connection', 'close', ask('/NEXT', fields=[('Connection', 'close')])[1]['Connection'])
    same('until one that ends', [200], raw(line('GET', '/NEXT', HOST, BEARER, 'Connection: close') + one))
    same('of HTTP/1.0', [200], raw(one.replace(b'HTTP/1.1', b'HTTP/1.0') + one))


def each_token_has_its_right():
    for token, right, cancelled, requeued in ((LOOK, 'read', 403, 403), (WORK, 'consume', 200, 403), (ALL, 'admin', 200, 200)):
        same('right', right, ask('/STATS', token=token)[1]['Timerd-Right'])
        status(f'CANCEL with {right}', cancelled, '/CANCEL?none', token=token, method='POST')
        status(f'REQUEUE with {right}', requeued, '/REQUEUE?none&1', token=token, method='POST')
    same('NOPERM', {'error': 'NOPERM this password has no right to REQUEUE'},
         ask('/REQUEUE?dead&1', token=LOOK, method='POST')[2])


def ended(peer):
    try:
        return peer.recv(1) == b''
    except ConnectionResetError:  # what was sent had not been read
        return True


def slow_clients_cost_nobody_else():
    slow = [connect() for _ in range(CONNECTIONS_MOST)]
    for peer in slow:
        peer.sendall(b'GET /STATS HTTP/1.1\r\nHost: ')
    same('PING', b'+PONG\r\n', redis(b'PING'))
    others = [connect() for _ in range(10)]
    for peer, oldest in zip(others, slow):
        peer.sendall(line('GET', '/STATS', HOST, BEARER))
        same('another one', b'HTTP/1.1 200', peer.recv(1 << 16)[:12])
        assert ended(oldest), 'the oldest has not ended'
    slow[-1].sendall(b'localhost\r\n' + (BEARER + '\r\n\r\n').encode())
    same('the youngest is answered', b'HTTP/1.1 200', slow[-1].recv(1 << 16)[:12])
    for peer in slow + others:
        peer.close()


def changes_are_made():
    weird = bytes(byte for byte in range(256) if byte != 0x64)  # 255 bytes
    same('ARM', b'+OK\r\n', redis(b'ARM', weird, b'9000000000001', b'x'))
    found = ask('/LIST?10&PREFIX&%00%01')[2][1][0][0]
    same('each character is a byte', weird.decode('latin-1'), found)
    same('CANCEL', 1, ask('/CANCEL?' + quoted(found.encode('latin-1')), method='POST')[2])
    same('CANCEL again', 0, ask('/CANCEL?' + quoted(weird), method='POST')[2])
    for i, fields in enumerate(([], [('Origin', f'http://127.0.0.1:{port}')],
                                [('Host', 'timers.example:443'), ('Origin', 'https://timers.example:443')])):
        redis(b'ARM', b'%d' % i, b'9000000000001', b'x')
        same(f'CANCEL with {fields}', 1, ask(f'/CANCEL?{i}', method='POST', fields=fields)[2])
    (dead,) = ask('/DEAD?10')[2]
    same('REQUEUE', 1, ask(f'/REQUEUE?{dead[0]}&{dead[1]}', method='POST')[2])
    same('REQUEUE again', 0, ask(f'/REQUEUE?{dead[0]}&{dead[1]}', method='POST')[2])
    same('dead letters', [], ask('/DEAD?10')[2])


for test in (the_page_needs_no_token_and_all_else_does, answers_are_those_of_the_commands,
             other_names_and_other_pages_are_refused, bytes_that_are_no_request_end_the_connection,
             a_connection_has_many_requests, each_token_has_its_right, slow_clients_cost_nobody_else, changes_are_made):
    test()
    print('ok', test.__name__)
