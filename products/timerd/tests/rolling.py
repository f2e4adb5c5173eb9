# SPDX-License-Identifier: MIT-0
"""rolling.py SOCKET SOCKET: arms and consumes timers at two timerds over one store while either is replaced. Each line of the
input ends a phase, and is answered with what was seen in it; the end of the input ends all, and says what was wrong."""
import random
import socket
import sys
import threading
import time

LATE_S = 60  # a timer that no TAKE has given so long after all were armed is lost


class Conn:
    """Of RESP2: to either timerd, to the other one when the connection breaks."""

    def __init__(self, paths):
        self.paths, self.file = list(paths), None

    def answer(self):
        line = self.file.readline()
        if not line.endswith(b'\r\n'):
            raise OSError('closed')
        kind, rest = line[:1], line[1:-2]
        if kind == b'*':
            return [self.answer() for _ in range(int(rest))]
        if kind == b'$':
            return self.file.read(int(rest) + 2)[:-2] if rest != b'-1' else None
        return int(rest) if kind == b':' else (kind + rest).decode()

    def ask(self, *words):
        """The answer; None: unknown, for the connection broke, or the store was not asked."""
        try:
            if not self.file:
                peer = socket.socket(socket.AF_UNIX)
                peer.settimeout(60)
                peer.connect(self.paths[0])
                self.file = peer.makefile('rwb')
            texts = [str(word).encode() for word in words]
            self.file.write(b'*%d\r\n' % len(texts) + b''.join(b'$%d\r\n%s\r\n' % (len(t), t) for t in texts))
            self.file.flush()
            answer = self.answer()
        except OSError:
            self.file = None
            self.paths.reverse()
            time.sleep(0.01)
            return None
        return None if isinstance(answer, str) and answer.startswith('-') else answer


armed, unsure, cancelled, taken, wrong = {}, set(), {}, {}, []
over, done = threading.Event(), threading.Event()


def now_ms():
    return time.time_ns() // 1000000


def arm(paths, prefix):
    """Ids of k are given once, and never acknowledged; every tenth of the others is cancelled."""
    conn, i = Conn(paths), 0
    while not over.is_set():
        i += 1
        name = f'{"k" if i % 50 == 0 else "a"}{prefix}{i}'
        due = now_ms() + random.randrange(2000)
        while (said := conn.ask('ARM', name, due, 'x')) is None:
            unsure.add(name)
        if said != '+OK':
            wrong.append(f'ARM {name}: {said}')
        armed[name] = due
        said = conn.ask('CANCEL', name) if i % 10 == 3 else 0
        if said != 0:  # 0: a consumer has it; nothing: unknown
            cancelled[name] = said


def consume(paths):
    conn = Conn(paths)
    while not done.is_set():
        for row in conn.ask('TAKE', 100, 'BLOCK', 200) or []:
            seen, name, generation = now_ms(), row[0].decode(), row[1]
            if seen < row[2]:
                wrong.append(f'{name}: {row[2] - seen} ms early')
            taken.setdefault(name, set()).add(generation)
            while name[0] != 'k' and conn.ask('ACK', name, generation) is None:
                pass


def main():
    paths = sys.argv[1:3]
    armers = [threading.Thread(target=arm, args=(paths[::(-1) ** i], f'{i}.')) for i in range(8)]
    consumers = [threading.Thread(target=consume, args=(paths[::step],)) for step in (1, -1)]
    for thread in armers + consumers:
        thread.start()
    for _ in sys.stdin:
        print(len(armed), len(taken), flush=True)
    over.set()
    for thread in armers:
        thread.join()
    end = time.monotonic() + LATE_S
    due = armed.keys() - cancelled.keys()
    while time.monotonic() < end and not all(name in taken for name in due):
        time.sleep(0.1)
    conn = Conn(paths)
    kept = [name for name in list(taken) if name[0] == 'k' and name not in unsure]
    for name in kept:  # they have fired: nothing changes
        conn.ask('ARM', name, armed[name], 'x')
    wrong.extend(f'{name}: armed again' for name in kept if conn.ask('GET', name))
    time.sleep(1)
    done.set()
    for thread in consumers:
        thread.join()
    wrong.extend(f'{name}: lost' for name in due if name not in taken)
    wrong.extend(f'{name}: given after CANCEL' for name in taken.keys() - unsure if cancelled.get(name))
    wrong.extend(f'{name}: fired as {sorted(taken[name])}' for name in taken.keys() - unsure if len(taken[name]) > 1)
    print(*wrong[:20], f'{len(armed)} armed, {len(unsure)} more than once, {len(cancelled)} cancelled, {len(taken)} taken, '
          f'{len(kept)} armed again when fired, {len(wrong)} wrong', sep='\n')
    sys.exit(1 if wrong or len(kept) == 0 else 0)


if __name__ == '__main__':
    main()
