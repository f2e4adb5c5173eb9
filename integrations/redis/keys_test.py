#!/usr/bin/env python3
"""usage: keys_test.py SERVER [LATE]: does a redis-server with timers tell of each key that expires?

In two databases it draws keys with short deadlines and does with them what clients do: SET anew,
PEXPIREAT, PERSIST, DEL, RENAME, COPY, MOVE, SWAPDB and FLUSHDB. A model knows which keys expire,
and when. The server must tell of these keys within 30 s, of none before its deadline and of no
other, and end with the keys of the model.

With LATE, 30 keys have deadlines 600 ms apart, and the server's own cycle comes every 500 ms. The
server must tell of 27 of them within LATE ms: other programs may hold it up for the rest."""
import random
import socket
import sys
import tempfile
import time

from figures import Server

TOTAL = 6000
LINES = 9  # of a message: its four parts, each with its length
APART, GAP = 30, 600


def redis(link, *words):
    """Sends one command; returns its reply, an integer or a simple string."""
    link.sendall(b'*%d\r\n' % len(words) + b''.join(
        b'$%d\r\n%s\r\n' % (len(w), w) for w in (str(x).encode() for x in words)))
    reply = b''
    while not reply.endswith(b'\r\n'):
        part = link.recv(4096)
        if not part:
            raise SystemExit('FAILED: the server has ended')
        reply += part
    if reply.startswith(b'-'):
        raise SystemExit('FAILED: %r: %r' % (words, reply))
    return reply[1:-2].decode()


class Model:
    """Keys of both databases with their deadlines; None is a key that stays."""

    def __init__(self, link, seed):
        self.link, self.rand, self.db, self.keys = link, random.Random(seed), 0, [{}, {}]
        self.number = 0
        self.flushed = set()  # keys that may have expired before they were flushed

    def key(self):
        """A key that has time left, or None. A deadline that is near might pass meanwhile."""
        near = time.time() * 1000 + 1000
        for _ in range(20):
            if self.keys[self.db]:
                key = self.rand.choice(list(self.keys[self.db]))
                due = self.keys[self.db][key]
                if due is None or due > near:
                    return key
        return None

    def due(self):
        ahead = self.rand.choice((5, 50, 1500, 3000, 6000)) + self.rand.randrange(100)
        return int(time.time() * 1000) + ahead

    def step(self):
        here, what = self.keys[self.db], self.rand.randrange(100)
        key = self.key()
        self.number += 1
        new = 'n%d' % self.number
        if what < 50 or key is None:
            here[new] = self.due()
            redis(self.link, 'SET', new, 'v', 'PXAT', here[new])
        elif what < 60:
            here[key] = self.due()
            redis(self.link, 'PEXPIREAT', key, here[key])
        elif what < 68:
            here[key] = self.due()
            redis(self.link, 'SET', key, 'w', 'PXAT', here[key])
        elif what < 74:
            here[key] = None
            redis(self.link, 'PERSIST', key)
        elif what < 82:
            del here[key]
            redis(self.link, 'DEL', key)
        elif what < 88:
            here[new] = here.pop(key)
            redis(self.link, 'RENAME', key, new)
        elif what < 93:
            here[new] = here[key]
            redis(self.link, 'COPY', key, new)
        elif what < 97:
            self.keys[1 - self.db][key] = here.pop(key)
            redis(self.link, 'MOVE', key, 1 - self.db)
        else:
            self.rare(what)

    def rare(self, what):
        if what == 97:
            self.keys.reverse()
            redis(self.link, 'SWAPDB', 0, 1)
        elif what == 98:
            self.db = 1 - self.db
            redis(self.link, 'SELECT', self.db)
        elif self.rand.randrange(8) == 0:
            redis(self.link, 'FLUSHDB', self.rand.choice(('ASYNC', 'SYNC')))
            now = time.time() * 1000
            self.flushed.update(k for k, due in self.keys[self.db].items() if due and due < now)
            self.keys[self.db].clear()


def listen(watcher, model, got):
    """Takes the messages that have come. The model drops each key that is told of."""
    watcher.settimeout(0.005)
    try:
        got[0] += watcher.recv(1 << 16)
    except socket.timeout:
        return
    lines = got[0].split(b'\r\n')
    whole = (len(lines) - 1) // LINES * LINES
    for at in range(0, whole, LINES):
        told(lines[at + LINES - 1].decode(), model)
    got[0] = b'\r\n'.join(lines[whole:])


def told(key, model):
    """Drops a key that the server told of from the model."""
    for keys in model.keys:
        if keys.get(key):
            if time.time() * 1000 <= keys[key]:
                raise SystemExit('FAILED: %s is told of before its deadline' % key)
            del keys[key]
            return
    if key not in model.flushed:
        raise SystemExit('FAILED: %s is told of, and does not expire' % key)


def run(server, seed):
    watcher, got = server.connect(), [b'']
    watcher.sendall(b'PSUBSCRIBE __keyevent@*__:expired\r\n')
    watcher.recv(4096)
    model = Model(server.client, seed)
    for i in range(TOTAL):
        model.step()
        if i % 20 == 0:
            listen(watcher, model, got)
    end = time.time() + 30
    while any(due for keys in model.keys for due in keys.values()) and time.time() < end:
        listen(watcher, model, got)
    watcher.close()
    return model


def late(server, most):
    """Returns how many of the keys were told of later than `most` ms, or not at all."""
    watcher, lags, got = server.connect(), [], b''
    watcher.sendall(b'PSUBSCRIBE __keyevent@*__:expired\r\n')
    watcher.recv(4096)
    watcher.settimeout(5)
    start = int(time.time() * 1000) + 500
    for i in range(APART):
        redis(server.client, 'SET', 'k%d' % i, 'v', 'PXAT', start + GAP * i)
    try:
        while len(lags) < APART:
            got += watcher.recv(4096)
            lines = got.split(b'\r\n')
            for key in lines[LINES * (len(lags) + 1) - 1:-1:LINES]:
                lags.append(time.time() * 1000 - start - GAP * int(key[1:]))
    except socket.timeout:
        pass
    watcher.close()
    return APART - sum(lag <= most for lag in lags)


def prompt(program, most):
    with tempfile.TemporaryDirectory() as folder:
        server = Server([program], folder, '--notify-keyspace-events', 'Ex', '--hz', '2')
        try:
            count = late(server, most)
        finally:
            server.stop()
    if count > APART // 10:
        print('FAILED: %d of %d keys are told of after more than %d ms' % (count, APART, most))
    return count <= APART // 10


def main(args):
    if len(args) not in (1, 2) or not all(a.isdigit() for a in args[1:]) or args[0] == '--help':
        if args == ['--help']:
            print(__doc__.strip())
            return 0
        print('keys_test.py: wrong arguments; see --help', file=sys.stderr)
        return 2
    seed = int(time.time())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(args[:1], folder, '--notify-keyspace-events', 'Ex')
        try:
            model = run(server, seed)
            left = sum(due is not None for keys in model.keys for due in keys.values())
            redis(server.client, 'SELECT', 0)
            sizes = [server.keys()]
            redis(server.client, 'SELECT', 1)
            sizes.append(server.keys())
        finally:
            server.stop()
    if left or sizes != [len(keys) for keys in model.keys]:
        print('FAILED: seed %d: %d keys are not told of; %s keys are left' % (seed, left, sizes))
        return 1
    if args[1:] and not prompt(args[0], int(args[1])):
        return 1
    print('ok: %d steps, %s keys stay' % (TOTAL, sizes))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
