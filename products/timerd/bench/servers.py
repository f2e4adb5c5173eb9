# SPDX-License-Identifier: MIT-0
"""Starts servers on free ports of 127.0.0.1 in temporary directories, and ends all of them."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

LEASE_MS = 2000


class Failed(Exception):
    """A server or a load did not do its work: the row is left out, with this reason."""


class TooLate(Failed):
    """Arming took longer than was allowed for: once more, with more time."""


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def ask(port, *words, seconds=60):
    """One request in RESP, and its answer: an integer, a text, None or a list."""
    with socket.create_connection(('127.0.0.1', port), timeout=seconds) as s, s.makefile('rb') as f:
        return ask_on(s, f, *words)


def request(*words):
    return b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(w), w.encode()) for w in words)


def ask_on(s, f, *words):
    s.sendall(request(*words))
    return answer(f)


def answer(f):
    line = f.readline()
    if not line.endswith(b'\r\n'):
        raise OSError('the connection was closed')
    kind, rest = line[:1], line[1:-2]
    if kind == b'-':
        raise OSError(rest.decode())
    if kind == b'$':
        return None if rest == b'-1' else f.read(int(rest) + 2)[:-2].decode()
    if kind == b'*':
        return None if rest == b'-1' else [answer(f) for _ in range(int(rest))]
    return int(rest) if kind == b':' else rest.decode()


def stats(port):
    both = ask(port, 'STATS')
    return dict(zip(both[::2], both[1::2]))


def until(condition, what, seconds=1200, every=0.002):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failed(f'{what}: not within {seconds} s')
        time.sleep(every)


class Bench:
    """The processes and the directory of one run."""

    def __init__(self, programs, modules):
        self.programs, self.directory, self.running = programs, tempfile.mkdtemp(prefix='timerd-'), []
        self.environment = dict(os.environ, NODE_PATH=modules or '')

    def start(self, *command, output=None):
        with open(output or os.devnull, 'ab') as out, open(os.path.join(self.directory, 'errors'), 'ab') as errors:
            process = subprocess.Popen([str(w) for w in command], stdout=out, stderr=errors, env=self.environment)
        self.running.append(process)
        return process

    def run(self, *command, figure=0):
        """Runs a load to its end; a figure that it prints: first the seconds."""
        done = subprocess.run([str(w) for w in command], capture_output=True, text=True, env=self.environment)
        if done.returncode:
            raise Failed(done.stderr.strip() or f'{command[0]}: exit status {done.returncode}')
        return float(done.stdout.split()[figure])

    def load(self, name):
        return os.path.join(self.programs, 'timerd', 'bench', name)

    def end(self, process, how=signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(how)
        process.wait()
        if process in self.running:
            self.running.remove(process)

    def room(self, name):
        """An empty directory."""
        path = os.path.join(self.directory, name)
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        return path

    def close(self):
        for process in list(self.running):
            self.end(process)
        shutil.rmtree(self.directory, ignore_errors=True)

    def await_port(self, port, process, seconds=120):
        until = time.monotonic() + seconds
        while time.monotonic() < until and process.poll() is None:
            try:
                socket.create_connection(('127.0.0.1', port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.005)
        raise Failed(f'{process.args[0]} does not listen')

    def redis(self, room, port, sync):
        process = self.start('redis-server', '--port', port, '--bind', '127.0.0.1', '--dir', room, '--save', '',
                             '--appendonly', 'yes', '--appendfsync', sync, '--auto-aof-rewrite-percentage', '0')
        self.await_port(port, process)
        while True:
            try:
                ask(port, 'PING')
                return process
            except OSError:  # it still reads its file
                time.sleep(0.005)
