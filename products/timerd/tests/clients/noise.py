# SPDX-License-Identifier: MIT-0
"""Requests changed at random, to a timerd that is killed now and then. Their ids are none of the other clients'."""
import random
import socket
import time

sent = 0

WORDS = [b'ARM', b'CANCEL', b'GET', b'TAKE', b'ACK', b'NACK', b'TOUCH', b'LIST', b'DEAD', b'STATS', b'HELLO', b'PING', b'NEXT']
PARTS = [b'\r\n', b'*-1\r\n', b'$-1\r\n', b'*0\r\n', b'*2147483647\r\n', b'$9223372036854775807\r\n', b',1.5\r\n', b'#t\r\n',
         b'%1\r\n', b'~1\r\n', b'_\r\n', b':1\r\n', b'+a\r\n', b'*1\r\n*1\r\n*1\r\n', b'\0', b'POST / HTTP/1.1\r\n']


def request():
    words = [random.choice(WORDS)]
    for _ in range(random.randrange(5)):
        words.append(random.choice([b'z', b'z1', b'1', b'10', b'9000000000000', b'BLOCK', b'PERIOD', b'DELAY', b'3',
                                    b'x' * random.randrange(300)]))
    return b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(w), w) for w in words)


def change(text):
    text = bytearray(text)
    for _ in range(random.choice([0, 1, 1, 2, 8])):
        at, kind = random.randrange(len(text) + 1), random.randrange(4)
        if kind == 0:
            text[at:at + 1] = bytes([random.randrange(256)])
        elif kind == 1:
            del text[at:at + random.randrange(9)]
        else:
            text[at:at] = random.choice(PARTS)
    return bytes(text)


def run(path, over):
    """Until `over` is set; counts in `sent`."""
    global sent
    while not over.is_set():
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(0.05)
        try:
            peer.connect(path)
            for _ in range(random.choice([1, 3, 30])):
                peer.sendall(change(request()))
                sent += 1
            peer.recv(65536)
        except OSError:
            time.sleep(0.002)
        peer.close()
