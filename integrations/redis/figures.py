#!/usr/bin/env python3
"""usage: figures.py lag KEYS SECONDS SERVER...
       figures.py burst|again KEYS SERVER...
       figures.py count REQUESTS SERVER...

Starts each SERVER, a program redis-server, alone on a socket of the file system, and prints a row
for it.
  lag    KEYS keys live on for an hour. 1000 more have one deadline: how long after it the server
         tells of each, watched for SECONDS. Also the bytes that a key took, by the server's own
         count and by its resident memory.
  burst  KEYS keys have one deadline: how long until the last is gone, and the longest wait of a
         PING meanwhile.
  again  the same, where each key was set three times, in three different orders.
  count  the instructions of a request, by callgrind: of REQUESTS more, all else being equal. A
         request comes alone, or in a pipeline of 50. `set` sets one of 1000 volatile keys anew,
         `get` reads one, `plain` sets one of 1000 other keys, `new` sets one that is new.
"""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PROBES = 1000
HOUR = 3600000


class Server:
    """A redis-server with no files, that tells of expired keys."""

    def __init__(self, command, folder, *options):
        self.path = os.path.join(folder, 'socket')
        self.process = subprocess.Popen(
            [*command, '--port', '0', '--unixsocket', self.path, '--save', '', '--appendonly', 'no',
             '--dir', folder, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.client = self.connect()

    def connect(self):
        for _ in range(1000):
            try:
                link = socket.socket(socket.AF_UNIX)
                link.connect(self.path)
                return link
            except OSError:
                link.close()
                time.sleep(0.05)
        raise SystemExit('figures.py: the server does not answer')

    def received(self):
        data = self.client.recv(1 << 20)
        if not data:
            raise SystemExit('figures.py: the server has ended')
        return data

    def ask(self, text):
        """Sends one command and returns the reply, which has at most one bulk string."""
        self.client.sendall(text.encode() + b'\r\n')
        reply = self.received()
        while not reply.endswith(b'\r\n'):
            reply += self.received()
        return reply.decode()

    def send(self, commands):
        """Sends commands whose reply is +OK, in batches."""
        batch, sent = [], 0
        for command in commands:
            batch.append(command)
            if len(batch) == 10000:
                sent += self.flush(batch)
                batch = []
        return sent + self.flush(batch)

    def flush(self, batch):
        self.client.sendall(b''.join(batch))
        want, got = 5 * len(batch), b''
        while len(got) < want:
            got += self.received()
        if got != b'+OK\r\n' * len(batch):
            raise SystemExit('figures.py: the server refuses a SET')
        return len(batch)

    def memory(self):
        used = self.ask('INFO memory').split('\r\nused_memory:')[1].split('\r\n')[0]
        with open('/proc/%d/statm' % self.process.pid, encoding='ascii') as statm:
            return int(used), int(statm.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')

    def keys(self):
        return int(self.ask('DBSIZE')[1:])

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.client.close()


def sets(prefix, numbers, option, value):
    tail = b'\r\n$1\r\nv\r\n$%d\r\n%s\r\n$%d\r\n%d\r\n' % (
        len(option), option, len(str(value)), value)
    for i in numbers:
        key = b'%s%d' % (prefix, i)
        yield b'*5\r\n$3\r\nSET\r\n$%d\r\n%s' % (len(key), key) + tail


def told(link, due, seconds):
    """Returns how many milliseconds after due each message came."""
    lags, rest, end = [], b'', due / 1000 + seconds
    link.settimeout(0.2)
    while len(lags) < PROBES and time.time() < end:
        try:
            data = link.recv(1 << 16)
        except socket.timeout:
            continue
        now = time.time() * 1000
        lags += [now - due] * (rest + data).count(b'probe:')
        rest = data[-5:]
    return lags


def lag(server, keys, seconds):
    server.send(sets(b'first:', range(1), b'PX', HOUR))
    used, resident = server.memory()
    server.send(sets(b'k:', range(keys), b'PX', HOUR))
    used, resident = (b - a for a, b in zip((used, resident), server.memory()))
    watcher = server.connect()
    watcher.sendall(b'SUBSCRIBE __keyevent@0__:expired\r\n')
    watcher.recv(1 << 16)
    due = int(time.time() * 1000) + 2000
    server.send(sets(b'probe:', range(PROBES), b'PXAT', due))
    lags = sorted(told(watcher, due, seconds))
    watcher.close()
    p50, last = (('%.1f' % lags[i] for i in (len(lags) // 2, -1)) if lags else '--')
    return '%d | %s | %s | %.1f | %.1f' % (len(lags), p50, last, used / keys, resident / keys)


def burst(server, keys, orders):
    due = int(time.time() * 1000) + 2000 + orders * keys // 5
    for order in range(orders):
        step = (1, 7919, 104729)[order]
        server.send(sets(b'k:', (i * step % keys for i in range(keys)), b'PXAT', due))
    if time.time() * 1000 > due - 500:
        raise SystemExit('figures.py: the keys took too long to set')
    longest, late = 0, 0
    pinger = server.connect()
    time.sleep(max(0, due / 1000 - time.time() - 0.2))
    while late == 0 and time.time() * 1000 < due + 600000:
        for _ in range(50):
            start = time.time()
            pinger.sendall(b'PING\r\n')
            pinger.recv(64)
            longest = max(longest, time.time() - start)
            time.sleep(0.0005)
        late = time.time() * 1000 - due if server.keys() == 0 else 0
    pinger.close()
    return '%.0f | %.1f' % (late, longest * 1000)


def request(kind, i):
    if kind == 'get':
        return b'*2\r\n$3\r\nGET\r\n$6\r\nk:%04d\r\n' % (i % 1000)
    if kind == 'plain':
        return b'*3\r\n$3\r\nSET\r\n$6\r\np:%04d\r\n$1\r\nv\r\n' % (i % 1000)
    key = b'k:%04d' % (i % 1000) if kind == 'set' else b'n:%08d' % i
    ttl = 100000 + i * 7919 % 900000
    return b'*5\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$1\r\nv\r\n$2\r\nPX\r\n$6\r\n%d\r\n' % (
        len(key), key, ttl)


def instructions(program, kind, depth, requests):
    """Returns the instructions of a server that got so many requests."""
    with tempfile.TemporaryDirectory() as folder:
        counts = os.path.join(folder, 'counts')
        server = Server(['valgrind', '--tool=callgrind', '--callgrind-out-file=' + counts, program],
                        folder, '--hz', '1')
        try:
            for first, all_of in (('set', 1000), ('plain', 1000), (kind, requests)):
                for at in range(0, all_of, depth):
                    server.client.sendall(b''.join(request(first, at + i) for i in range(depth)))
                    want, got = depth * (7 if first == 'get' else 5), 0
                    while got < want:
                        got += len(server.received())
            server.client.sendall(b'SHUTDOWN NOSAVE\r\n')
            server.process.wait()
        finally:
            server.stop()
        with open(counts, encoding='ascii') as f:
            return int(re.search(r'^(?:summary|totals): (\d+)', f.read(), re.M).group(1))


def count(program, requests):
    row = []
    for depth in (1, 50):
        for kind in ('set', 'get', 'plain', 'new'):
            few = instructions(program, kind, depth, requests)
            row.append((instructions(program, kind, depth, 2 * requests) - few) / requests)
    return ' | '.join('%.0f' % x for x in row)


def measured(kind, program, numbers):
    """Returns a row for one server."""
    if kind == 'count':
        return count(program, *numbers)
    with tempfile.TemporaryDirectory() as folder:
        server = Server([program], folder, '--notify-keyspace-events', 'Ex')
        try:
            if kind == 'lag':
                return lag(server, *numbers)
            return burst(server, *numbers, 3 if kind == 'again' else 1)
        finally:
            server.stop()


HEADS = {
    'lag': 'told | p50 ms | last ms | used_memory a key | resident a key',
    'burst': 'gone after ms | longest PING ms',
    'again': 'gone after ms | longest PING ms',
    'count': 'set | get | plain | new | set, piped | get, piped | plain, piped | new, piped'}


def main(args):
    if args == ['--help']:
        print(__doc__.strip())
        return 0
    kind = args[0] if args else ''
    numbers = args[1:3] if kind == 'lag' else args[1:2]
    servers = args[1 + len(numbers):]
    if kind not in HEADS or not servers or not all(n.isdigit() and int(n) > 0 for n in numbers):
        print('figures.py: wrong arguments; see --help', file=sys.stderr)
        return 2
    if kind == 'count' and (int(numbers[0]) % 50 or not shutil.which('valgrind')):
        print('figures.py: count wants valgrind, and a multiple of 50', file=sys.stderr)
        return 2
    print('| server | number | %s |' % HEADS[kind])
    print('|---' * (2 + len(HEADS[kind].split('|'))) + '|')
    for program in servers:
        row = measured(kind, program, [int(n) for n in numbers])
        print('| %s | %s | %s |' % (program, numbers[0], row), flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
