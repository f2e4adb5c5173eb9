# SPDX-License-Identifier: MIT-0
"""kills.py KILLS REQUESTS NODE C TIMERD [OPTION...]: a client in Python, one in Node (kills.mjs) and one in C (c_client) arm and
consume while timerd is killed KILLS times, and REQUESTS of a protocol changed at random come between. OPTIONs name the store
and t.sock. What was acknowledged must be given, not early, and not again after its ACK."""
import json
import random
import secrets
import signal
import subprocess
import sys
import threading
import time

import noise
import timerd
from rolling import Conn

LATE_S = 120  # a timer that no TAKE has given so long after all were armed is lost
PATH = 't.sock'


class Model:
    """What both clients asked, and saw."""

    def __init__(self):
        self.armed, self.unsure, self.given, self.done = {}, set(), [], {}
        self.wrong, self.asked, self.prefix = [], set(), secrets.token_hex(4)

    def row(self, name, due, sent, seen):
        """A TAKE that was sent then gave it."""
        if not name.startswith(self.prefix):
            return
        self.given.append((name, sent))
        if seen < due:
            self.wrong.append(f'{name}: {due - seen} ms early')

    def lost(self):
        return self.armed.keys() - {name for name, sent in self.given}

    def compare(self):
        """What three clients told, each in its own time: only a client that ended has told all."""
        for name, sent in self.given:
            if name not in self.asked:
                self.wrong.append(f'{name}: nobody armed it')
            if sent > self.done.get(name, sent) and name not in self.unsure:
                self.wrong.append(f'{name}: given after its ACK')
        self.wrong.extend(f'{name}: lost' for name in self.lost())

    def line(self, text):
        """What a client in another language tells."""
        kind, name, *more = json.loads(text)
        if kind == 'asked':
            self.asked.add(name)
        elif kind == 'armed':
            self.armed[name] = more[0]
        elif kind == 'unsure':
            self.unsure.add(name)
        elif kind == 'row':
            self.row(name, *more)
        elif kind == 'done':
            self.done[name] = more[0]


model, over, ended = Model(), threading.Event(), threading.Event()


def now_ms():
    return time.time_ns() // 1000000


def arm():
    conn, i = Conn([PATH]), 0
    while not over.is_set():
        i += 1
        name, due = f'{model.prefix}p{i}', now_ms() + random.randrange(2000)
        model.asked.add(name)
        while conn.ask('ARM', name, due, 'x' * random.randrange(200)) is None:
            model.unsure.add(name)
        model.armed[name] = due
        time.sleep(0.002)


class Watched(timerd.Firing):
    def ack(self):
        done = super().ack()
        if done:
            model.done[self.id.decode('latin1')] = now_ms()
        return done


class Timers(timerd.Timers):
    sent = 0

    def take(self, *arguments):
        self.sent = now_ms()
        rows = super().take(*arguments)
        for firing in rows:
            firing.__class__ = Watched
        return rows


timers = Timers(unix_socket_path=PATH)


def consume():
    timers.consume(lambda firing: model.row(firing.id.decode('latin1'), firing.due_ms, timers.sent, now_ms()), 50, 200)
    ended.set()


def listen(client):
    for text in client.stdout:
        model.line(text)


def start(command):
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    server.stdout.readline()
    return server


def kill(command, kills, requests):
    """Until both numbers are reached. Answers the last server."""
    server, n = start(command), 0
    while n < kills or noise.sent < requests:
        time.sleep(random.uniform(0.05, 0.6))
        if server.poll() is not None:
            model.wrong.append(f'timerd ended by itself: {server.returncode}')
            break
        server.kill()
        server.wait()
        server = start(command)
        n += 1
    return server, n


def settle(clients, tellers):
    """All that was armed must come."""
    over.set()
    for client in clients:
        client.send_signal(signal.SIGTERM)
    for client in clients:
        if client.wait():
            model.wrong.append(f'{client.args[0]} ended with status {client.returncode}')
    for teller in tellers:
        teller.join()
    end = time.monotonic() + LATE_S
    while time.monotonic() < end and model.lost():
        time.sleep(0.1)


def run(work, *args):
    thread = threading.Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def main():
    kills, requests = int(sys.argv[1]), int(sys.argv[2])
    clients = [subprocess.Popen([*command, PATH, model.prefix], stdout=subprocess.PIPE, text=True)
               for command in (['node', sys.argv[3]], [sys.argv[4]])]
    tellers = [run(arm), *(run(listen, client) for client in clients)]
    run(consume)
    run(noise.run, PATH, over)
    server, n = kill(sys.argv[5:], kills, requests)
    settle(clients, tellers)
    timers.stop()
    if not ended.wait(LATE_S):
        model.wrong.append('the client in Python did not end')
    server.terminate()
    status = server.wait()
    model.compare()
    of = {language: sum(name[len(model.prefix)] == language for name in model.armed) for language in 'pnc'}
    print(*model.wrong[:20], f'{n} kills, {noise.sent} random requests, {of["p"]} armed from Python, {of["n"]} from Node, '
          f'{of["c"]} from C, {len(model.unsure)} repeated, {len(dict(model.given))} given, {len(model.done)} acknowledged, '
          f'{len(model.wrong)} wrong', sep='\n')
    sys.exit(1 if model.wrong or status or not all(of.values()) or not model.done else 0)


if __name__ == '__main__':
    main()
