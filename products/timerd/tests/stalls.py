"""stalls.py SOCKET REDIS_PID: while Redis stands still, for less than --store-timeout, a PING is answered before the ARM that
was sent first. When Redis goes on, so does timerd."""
import os
import signal
import socket
import sys
import time


def connect():
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(120)
    peer.connect(sys.argv[1])
    return peer


def ask(peer, line):
    peer.sendall(line + b'\r\n')
    return peer.recv(1000)


arming, asking = connect(), connect()
os.kill(int(sys.argv[2]), signal.SIGSTOP)
arming.sendall(b'ARM y 9000000000000 y\r\n')
assert (got := ask(asking, b'PING')) == b'+PONG\r\n', got
time.sleep(3)  # longer than the default of --store-timeout
arming.setblocking(False)
try:
    sys.exit(f'the ARM is answered by {arming.recv(1000)}')
except BlockingIOError:
    arming.settimeout(120)
os.kill(int(sys.argv[2]), signal.SIGCONT)
assert (got := arming.recv(1000)) == b'+OK\r\n', got
