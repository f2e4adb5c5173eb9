# SPDX-License-Identifier: MIT-0
"""What a timer costs redis-server, counted: instructions, commands, and bytes of the append-only file. What timerd sends is
recorded on its way, and played to a redis-server under valgrind, so that nothing else on the machine can change a figure."""
import os
import shutil
import socket
import subprocess
import threading

from cost import STEPS, steps_of
from servers import Failed, answer, ask, free_port, request, until

END, OWN = 'the end of a part', ('echo', 'info')


class Recorder:
    """A server that hands on to another what it is told, and keeps what the first connection says."""

    def __init__(self, port, to):
        self.to, self.said, self.listener = to, bytearray(), socket.create_server(('127.0.0.1', port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        keep = self.said
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(('127.0.0.1', self.to))
            for ways in (peer, server, keep), (server, peer, bytearray()):
                threading.Thread(target=self.hand_on, args=ways, daemon=True).start()
            keep = bytearray()

    @staticmethod
    def hand_on(one, other, keep):
        try:
            while True:
                some = one.recv(1 << 16)
                keep += some
                other.sendall(some)
                if not some:
                    return
        except OSError:
            return

    def close(self):
        self.listener.close()


def record(system, count):
    """What timerd says to Redis: before the first step, and in each."""
    to = system.redis_port
    system.redis = system.bench.redis(system.room, to, system.sync)
    system.redis_port = free_port()
    recorder, parts = Recorder(system.redis_port, to), []

    def cut(what):
        what()
        parts.append(bytes(recorder.said))
        del recorder.said[:]
    try:
        system.options = '--shard-lease', '10m'  # no renewal comes between
        steps = steps_of(system, count)
        cut(next(steps)[1])
        for _, what in steps:
            cut(what)
    finally:
        recorder.close()
        system.stop()
    return parts


def commands(port):
    """How often each command was called."""
    lines = [line for line in ask(port, 'INFO', 'commandstats').splitlines() if line.startswith('cmdstat_')]
    return {line.split(':')[0][8:]: int(line.split('calls=')[1].split(',')[0]) for line in lines}


def file_size(room):
    folder = os.path.join(room, 'appendonlydir')
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


class Player:
    """A redis-server under callgrind, which is told what was recorded."""

    def __init__(self, bench):
        self.room, self.port = bench.room('counted'), free_port()
        self.process = bench.start('valgrind', '--tool=callgrind', f'--callgrind-out-file={self.room}/counted',
                                   'redis-server', '--port', self.port, '--bind', '127.0.0.1', '--dir', self.room, '--save', '',
                                   '--appendonly', 'yes', '--appendfsync', 'no', '--auto-aof-rewrite-percentage', '0', '--hz', '1')
        bench.await_port(self.port, self.process)
        self.socket = socket.create_connection(('127.0.0.1', self.port))
        self.answers, self.dumps = self.socket.makefile('rb'), 0

    def play(self, part):
        """What redis-server does until it has answered all."""
        self.instructions()
        before, size = commands(self.port), file_size(self.room)
        sender = threading.Thread(target=self.socket.sendall, args=(part + request('ECHO', END),))
        sender.start()
        while answer(self.answers) != END:
            pass
        sender.join()
        instructions, after = self.instructions(), commands(self.port)
        return {'instructions': instructions, 'bytes': file_size(self.room) - size,
                'commands': sum(n - before.get(name, 0) for name, n in after.items() if name not in OWN)}

    def instructions(self):
        """Since the last time that this was asked."""
        self.dumps += 1
        subprocess.run(['callgrind_control', f'--dump={self.dumps}', str(self.process.pid)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        path = f'{self.room}/counted.{self.dumps}'
        until(lambda: os.path.exists(path), 'a dump of callgrind', 60)
        with open(path, encoding='ascii', errors='replace') as f:
            return next(int(line.split()[1]) for line in f if line.startswith('summary:'))


def counted(bench, kind, sizes):
    """For each step, what a timer costs."""
    if not shutil.which('valgrind'):
        raise Failed('not here: valgrind')
    begin, *parts = record(kind(bench), sizes.counted)
    player = Player(bench)
    try:
        player.play(begin)
        return {step: {name: n / sizes.counted for name, n in player.play(part).items()}
                for step, part in zip(STEPS, parts)}
    finally:
        bench.end(player.process)
