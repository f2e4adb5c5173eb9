# SPDX-License-Identifier: MIT-0
"""A client that waits for each of its answers, the timerd that it asks, and a PostgreSQL of its own."""
import os
import select
import socket
import time

from servers import answer, free_port, request, stats, until

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))


class Peer:
    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=600)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile('rb')

    def send(self, *words):
        self.socket.sendall(request(*words))

    def ask(self, *words):
        self.send(*words)
        return answer(self.file)

    def wait_ms(self, *words, since=None):
        """How long it waits for the answer, from now or from a time before."""
        since = since or time.monotonic()
        self.ask(*words)
        return (time.monotonic() - since) * 1000

    def has_answer(self):
        return bool(select.select([self.socket], [], [], 0)[0])


def postgres(bench, room):
    script = os.path.join(TOP, 'products/timerd/tests/postgres.sh')
    bench.environment['TW_SOURCE'] = TOP
    process = bench.start('sh', script, room)
    until(lambda: process.poll() is not None or os.path.exists(os.path.join(room, '.s.PGSQL.5432')), 'PostgreSQL', 120)
    return f'postgres:host={room} user=postgres dbname=postgres'


def timerd(bench, store, *options):
    """Its port, and its process."""
    port = free_port()
    program = os.path.join(bench.programs, 'timerd', 'timerd')
    process = bench.start(program, '--store', store, '--listen', port, *options)
    bench.await_port(port, process)
    until(lambda: stats(port)['store-up'] == 1, 'the store is up', 120)
    return port, process


def parts(waits):
    """The median, the 99th of 100, and the longest."""
    found = sorted(waits)
    return [found[int(len(found) * part)] for part in (0.5, 0.99)] + [found[-1]]
