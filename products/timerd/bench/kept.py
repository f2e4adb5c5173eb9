# SPDX-License-Identifier: MIT-0
"""A timerd over a PostgreSQL that keeps the figures of STATS in one of the designs, and its clients."""
import subprocess
import threading
import time
from types import SimpleNamespace

from backlog import sql
from cost import spent
from designs import install
from servers import answer, request, stats, until
from waits import Peer, postgres, timerd

OPTIONS = '--lease', '1h', '--store-timeout', '10m'
SETTINGS = 'autovacuum = off', "checkpoint_timeout = '1d'", "max_wal_size = '32GB'"
BACKENDS = """select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
and query not like '%count(%'"""
OPEN = "select 1 from pg_stat_activity where state = 'idle in transaction' and application_name = 'held'"


class Kept:
    """Autovacuum and checkpoints come when they are asked for, so that a turn is like the next."""

    def __init__(self, bench, room, design):
        self.design, self.room, self.made, self.found = design, room, 0, {}
        self.store = postgres(bench, room)
        self.port, _ = timerd(bench, self.store, *OPTIONS)
        for setting in SETTINGS:
            sql(room, f'alter system set {setting}')
        sql(room, 'select pg_reload_conf()')
        install(room, design)
        self.peer = Peer(self.port)
        self.backends = [SimpleNamespace(pid=pid) for pid in sql(room, BACKENDS).split()]

    def number(self, text):
        return float(sql(self.room, text))

    def spent(self):
        return self.number("select pg_current_wal_insert_lsn() - '0/0'"), sum(map(spent, self.backends))

    def step(self, name, count, act):
        """Keeps the bytes of WAL a timer, and the microseconds of the backends on a processor."""
        before = self.spent()
        act()
        self.found[name] = [(after - b) / count for b, after in zip(before, self.spent())]

    def pipe(self, requests):
        for i in range(0, len(requests), 4000):
            self.peer.socket.sendall(b''.join(requests[i:i + 4000]))
            for _ in requests[i:i + 4000]:
                answer(self.peer.file)

    def arm(self, count, due):
        self.made += count
        self.pipe([request('ARM', f'{n * 0x9e3779b97f4a7c15 % 2 ** 64:016x}', str(due), '.' * 32)
                   for n in range(self.made - count, self.made)])

    def consume(self, count):
        while count > 0:
            rows = self.peer.ask('TAKE', '1000', 'BLOCK', '60000')
            self.pipe([request('ACK', row[0], str(row[1])) for row in rows])
            count -= len(rows)

    def again(self, times, at_once):
        for _ in range(times):
            self.arm(at_once, 1)
            self.consume(at_once)

    def held(self, text):
        """A transaction that stays open until its input is closed."""
        process = subprocess.Popen(['psql', '-qAtX', f'host={self.room} user=postgres dbname=postgres'], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL)
        process.stdin.write(f"begin; {text}; set local application_name = 'held';\n".encode())
        process.stdin.flush()
        until(lambda: sql(self.room, OPEN), 'an open transaction', 60, 0.1)
        return process

    def end(self, process):
        process.stdin.close()
        process.wait()
        until(lambda: not sql(self.room, OPEN), 'the end of a transaction', 60, 0.1)


def answers(peer, requests):
    """Of requests that share a commit; nothing for one that is refused."""
    peer.socket.sendall(b''.join(requests))
    for _ in requests:
        try:
            yield answer(peer.file)
        except OSError:
            yield []


def load(port, takes, end):
    """Arms until a time, or takes and acknowledges."""
    peer, turn = Peer(port), 0
    while time.monotonic() < end:
        turn += 1
        if takes:
            for rows in list(answers(peer, [request('TAKE', '50')])):
                list(answers(peer, [request('ACK', row[0], str(row[1])) for row in rows]))
        else:
            list(answers(peer, [request('ARM', f'{turn}:{n}', '1', 'x') for n in range(50)]))


def deadlocks(bench, kept, seconds):
    """While one timerd arms, and another one takes."""
    port, _ = timerd(bench, kept.store, *OPTIONS)
    until(lambda: stats(port)['shards-owned'] * 2 == stats(port)['shards'], 'half of the shards', 60, 0.1)
    threads = [threading.Thread(target=load, args=(p, p == port, time.monotonic() + seconds)) for p in (port, kept.port)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    time.sleep(1.5)
    return kept.number('select sum(deadlocks) from pg_stat_database')
