# SPDX-License-Identifier: MIT-0
"""parts.py SOCKET STEP PID: requests that are done in parts, at the timerd of the process PID. `many` gathers firings.
`cancel` (--batch 1): a turn of CANCEL ends few of them, others are answered between, and what its own connection asked waits.
`stop`: timerd is stopped in the middle. `shutdown`: it is ended by SHUTDOWN, before it has read what others sent. `order`:
what was sent behind a CANCEL sees all that it does. `list`, `dead`: a request looks at few rows."""
import os
import signal
import socket
import sys
import time

from rolling import Conn

FIRST, PART, LOOK, PAGE = 16, 250, 10000, 1000
FAR = 9 * 10 ** 12


class Peer(Conn):
    def __init__(self):
        super().__init__([sys.argv[1]])
        self.ask('PING')

    def send(self, *requests):
        for words in requests:
            texts = [str(word).encode() for word in words]
            self.file.write(b'*%d\r\n' % len(texts) + b''.join(b'$%d\r\n%s\r\n' % (len(t), t) for t in texts))
        self.file.flush()

    def answers(self, *requests):
        self.send(*requests)
        return [self.answer() for _ in requests]

    def until_ok(self, *requests):
        """On a busy machine a store may be too slow for some: they are repeated."""
        while requests:
            requests = [r for r, a in zip(requests, self.answers(*requests)) if a != '+OK']

    def stat(self, name):
        both = self.ask('STATS')
        return both[both.index(name.encode()) + 1]


def together(*sent, last=signal.SIGCONT):
    """Pairs of a peer and its requests, which timerd reads in one turn. It may also get a signal meanwhile."""
    os.kill(int(sys.argv[3]), signal.SIGSTOP)
    for peer, requests in sent:
        peer.send(*requests)
    os.kill(int(sys.argv[3]), last)
    os.kill(int(sys.argv[3]), signal.SIGCONT)


def gather(name, count):
    """So many firings of one id that nobody has."""
    before = one.stat('fired')
    one.ask('ARM', name, 1, 'x', 'PERIOD', 1)
    while one.stat('fired') < before + count:
        time.sleep(0.05)


def many():
    one.ask('ARM', 'kept', 1, 'y')
    while one.stat('fired') == 0:
        time.sleep(0.01)
    gather('many', 4 * PART)


def cancel():
    given = sorted((row[0], row[1]) for row in one.ask('TAKE', 3))
    assert [name for name, _ in given] == [b'kept', b'many', b'many'], given
    kept, first, second = (generation for _, generation in given)
    together((one, [('CANCEL', 'many'), ('PING',), ('TAKE', 1)]), (other, [('TAKE', 1)] * 3))
    rows = [row for _ in range(3) for row in other.answer()]
    places = [(row[1] - first) // (second - first) for row in rows]
    steps = [after - before for before, after in zip([FIRST, *places], places)]
    assert len(steps) == 3 and all(0 < step <= PART + 2 for step in steps), places
    assert (answers := [one.answer() for _ in range(3)]) == [1, '+PONG', []], answers
    assert [other.ask('ACK', *row[:2]) for row in rows] == [0, 0, 0]
    assert [one.stat(name) for name in ('waiting', 'ready', 'leased', 'cancelled')] == [0, 0, 1, 1]
    assert one.ask('CANCEL', 'many') == 0 and one.ask('ACK', 'kept', kept) == 1


def stop():
    together((one, [('CANCEL', 'many'), ('PING',)]), last=signal.SIGTERM)
    assert (answers := [one.answer(), one.answer()]) == ['-UNSURE timerd ends', '+PONG'], answers


def shutdown():
    """Of two connections, timerd reads that which it has accepted already first."""
    os.kill(int(sys.argv[3]), signal.SIGSTOP)
    late = socket.socket(socket.AF_UNIX)
    late.connect(sys.argv[1])
    late.sendall(b'ARM late 9000000000000 x\r\n')
    one.send(('SHUTDOWN',), ('ARM', 'behind', FAR, 'x'))
    os.kill(int(sys.argv[3]), signal.SIGCONT)
    assert (got := one.file.read()) == b'+OK\r\n', got
    assert (got := late.makefile('rb').read()) == b'+OK\r\n', got


def after_shutdown():
    assert one.ask('GET', 'late')[2] == FAR and one.ask('GET', 'behind') is None


def after_stop():
    assert one.ask('GET', 'many') is None and one.stat('ready') > PART
    assert one.ask('CANCEL', 'many') == 1
    rows = one.ask('TAKE', 1000)
    assert [row[0] for row in rows] == [b'kept'] and one.ask('ACK', 'kept', rows[0][1]) == 1, rows


def order():
    gather('tick', 3 * FIRST)
    answers = one.answers(('CANCEL', 'tick'), ('TAKE', 1))
    assert answers == [1, []], answers
    gather('tick', 3 * FIRST)  # armed again as it was, it is a new timer if no firing of it is left
    answers = one.answers(('CANCEL', 'tick'), ('ARM', 'tick', 1, 'x', 'PERIOD', 1), ('GET', 'tick'), ('CANCEL', 'tick'))
    assert answers[:2] == [1, '+OK'] and answers[2] and answers[3] == 1, answers


def listed():
    for begin in range(0, 2 * LOOK, PAGE):
        one.until_ok(*(('ARM', f'a{i}', FAR, 'x') for i in range(begin, begin + PAGE)))
    one.until_ok(('ARM', 'z', FAR + 1, 'x'))
    pages, rows, after = 0, [], ['FROM', 0]
    while after:
        reached, found = one.ask('LIST', 10, 'PREFIX', 'z', *after)
        pages, rows = pages + 1, rows + found
        after = reached and ['FROM', reached[0], 'AFTER', reached[1].decode()]
    assert [row[0] for row in rows] == [b'z'] and pages > 1, (rows, pages)
    rows = one.ask('LIST', 1000, 'FROM', FAR)[1]
    assert rows == sorted(rows, key=lambda row: (row[2], row[0])) and len(rows) > 0


def dead():
    for begin in range(0, LOOK + 40, PAGE):
        one.until_ok(*(('ARM', f'd{i}', 1, 'x') for i in range(begin, min(begin + PAGE, LOOK + 40))))
    while one.stat('dead') < LOOK + 40:
        rows = one.ask('TAKE', PAGE, 'BLOCK', 100) or []
        one.answers(*(('NACK', row[0].decode(), row[1]) for row in rows))
    pages = [one.ask('DEAD', PAGE, 'SKIP', skip) for skip in range(0, LOOK + 1, PAGE)]
    ids = [row[0] for page in pages for row in page]
    assert len(ids) == len(set(ids)) == LOOK + 40 and len(pages[-1]) == 40, len(ids)
    answers = one.answers(('DEAD', 9, 'SKIP', LOOK + 35), ('PING',), ('DEAD', 9, 'SKIP', 5 * LOOK), ('DEAD', 1, 'SKIP', 0))
    assert answers == [pages[-1][35:], '+PONG', [], pages[0][:1]], answers


one, other = Peer(), Peer()
STEPS = {'many': many, 'cancel': cancel, 'stop': stop, 'after_stop': after_stop, 'shutdown': shutdown,
         'after_shutdown': after_shutdown, 'order': order, 'list': listed, 'dead': dead}
STEPS[sys.argv[2]]()
