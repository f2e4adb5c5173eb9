"""stalls.py SOCKET REDIS_PID: while Redis stands still, a PING is answered before the ARM that was sent first; when it
goes on, so does timerd."""
import os
import signal
import socket
import sys


def connect():
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(120)
    peer.connect(sys.argv[1])
    return peer


def ask(peer, line):
    peer.sendall(line + b'\r\n')
    return peer.recv(1000)


def works():
    while (got := ask(arming, b'ARM x 9000000000000 y')) != b'+OK\r\n':
        assert got.startswith((b'-UNSURE', b'-STORE')), got


def overtakes():
    """Does the answer to a PING come while that to the ARM has not? An ARM ends by itself after two seconds: a slow
    machine may have the PING come too late, so that this is tried again."""
    works()
    os.kill(int(sys.argv[2]), signal.SIGSTOP)
    arming.sendall(b'ARM y 9000000000000 y\r\n')
    pong = ask(asking, b'PING')
    assert pong == b'+PONG\r\n', pong
    arming.setblocking(False)
    try:
        answer = arming.recv(1000)
    except BlockingIOError:
        answer = b''
    os.kill(int(sys.argv[2]), signal.SIGCONT)
    arming.settimeout(120)
    if not answer:
        arming.recv(1000)
    return not answer


arming, asking = connect(), connect()
assert any(overtakes() for _ in range(5)), 'PING waits for Redis'
works()
