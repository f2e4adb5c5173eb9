"""bounds.py SOCKET PID PORT: peers that do not read, do not end a request, or end their side cost timerd bounded memory, and
nobody else anything. timerd was started with --buffers 8."""
import socket
import sys
import time

ROW, GETS, BUFFERS = 65536, 1000, 8 << 20
path, pid, web = sys.argv[1:]


def connect(timeout=120):
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(timeout)
    peer.connect(path)
    return peer


def read(peer, size):
    data = b''
    while len(data) < size:
        part = peer.recv(min(1 << 20, size - len(data)))
        assert part, f'the connection has ended after {len(data)} of {size} bytes'
        data += part
    return data


def ask(peer, line, answer):
    peer.sendall(line + b'\r\n')
    got = read(peer, len(answer))
    assert got == answer, f'{line[:40]}: {got} instead of {answer}'


def status(name):
    with open(f'/proc/{pid}/status', encoding='ascii') as lines:
        return next(line.split()[1] for line in lines if line.startswith(name + ':'))


def wait_until(condition, what):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise SystemExit(f'a minute, and still not: {what}')


def sleeps():
    """Twenty looks in a row: one that spins is seen running."""
    for _ in range(20):
        if status('State') != 'S':
            return False
        time.sleep(0.005)
    return True


def closed(peer):
    peer.settimeout(0)
    try:
        return peer.recv(1) == b''
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


other = connect()
ask(other, b'ARM big 9000000000000 ' + b'x' * ROW, b'+OK\r\n')

# Replies that nobody reads: requests wait then. All are answered in the end.
slow = connect()
slow.sendall(b'GET big\r\n' * GETS)
ask(other, b'PING', b'+PONG\r\n')
wait_until(sleeps, 'timerd sleeps while its replies are unread')
ask(other, b'PING', b'+PONG\r\n')
assert int(status('VmHWM')) < 40000, f'{status("VmHWM")} KB for replies of {GETS * ROW >> 20} MiB'
slow.shutdown(socket.SHUT_WR)
wait_until(sleeps, 'timerd sleeps while a peer that has ended its side does not read')
total = 0
while part := slow.recv(1 << 20):
    total += part.count(b'$3\r\nbig\r\n')
assert total >= GETS * 0.99, f'{total} of {GETS} replies'  # a head can lie across two parts
slow.close()

# Those of the page ask for it often and do not read it, or do not end their requests.
pages = []
for flood in b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n' * 1700, b'GET /' + b'x' * 60000, b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 1300:
    for _ in range(200):
        peer = socket.create_connection(('127.0.0.1', web))
        peer.setblocking(False)
        peer.send(flood)
        pages.append(peer)
    ask(other, b'PING', b'+PONG\r\n')
wait_until(sleeps, 'timerd sleeps while its page is unread')
assert int(status('VmHWM')) < 40000, f'{status("VmHWM")} KB for pages that nobody reads'
for peer in pages:
    peer.close()

# Requests without an end: whoever holds most is closed, others are not.
halves = [connect() for _ in range(20)]
for peer in halves:
    try:
        peer.sendall(b'*2\r\n$3\r\nGET\r\n$1000000\r\n' + b'x' * 900000)
    except ConnectionError:
        pass
wait_until(lambda: sum(map(closed, halves)) >= 20 - BUFFERS // 900000, 'connections are closed')
ask(other, b'PING', b'+PONG\r\n')
