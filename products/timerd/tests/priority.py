"""priority.py PROTOCOL SOCKET...: the recipe for priorities in PROTOCOL.md gives the rows of the most urgent queue first,
and waits while all are empty. The sockets are those of three queues, the most urgent first."""
import random
import re
import socket
import sys
import threading
import time

with open(sys.argv[1], encoding='utf-8') as text:
    recipe = re.search(r'<!-- priority_test.sh runs this -->\n```python\n(.*?)```', text.read(), re.S).group(1)
exec(recipe)  # pylint: disable=exec-used # defines take()


class Queue:
    """What redis-py's connection gives the recipe."""

    def __init__(self, path):
        self.path = path
        self.peer = socket.socket(socket.AF_UNIX)
        self.peer.settimeout(60)
        self.peer.connect(path)
        self.replies = self.peer.makefile('rb')

    def execute_command(self, *words):
        words = [str(word).encode() for word in words]
        self.peer.sendall(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%b\r\n' % (len(w), w) for w in words))
        return self.reply()

    def reply(self):
        line = self.replies.readline()
        kind, rest = line[:1], line[1:-2]
        assert kind in b'*$:+', line
        if kind == b'*':
            return [self.reply() for _ in range(int(rest))]
        return self.replies.read(int(rest) + 2)[:-2].decode() if kind == b'$' else int(rest) if kind == b':' else rest

    def stat(self, name):
        stats = self.execute_command('STATS')
        return stats[stats.index(name) + 1]


def until(condition, what):
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise SystemExit(f'a minute, and still not: {what}')


def arm(queue, names):
    for name in names:
        queue.execute_command('ARM', name, 1, 'x')
    until(lambda: queue.stat('waiting') == 0, 'all have fired')


def ids(rows):
    for queue, row in rows:
        assert queue.execute_command('ACK', row[0], row[1]) == 1, f'ACK of {row}'
    return [row[0] for _, row in rows]


queues = [Queue(path) for path in sys.argv[2:]]
urgent, normal, idle = queues
order = [(queue, f'{priority}:{i}') for priority, queue in enumerate(queues) for i in range(10)]
random.Random(7).shuffle(order)
for queue, name in order:
    arm(queue, [name])
given = ids(take(queues, 7)) + ids(take(queues, 7))
assert [name[0] for name in given] == ['0'] * 10 + ['1'] * 4, given
arm(urgent, ['0:late'])
given = ids(take(queues, 7)) + ids(take(queues, 1000))
assert [name[0] for name in given] == ['0'] + ['1'] * 6 + ['2'] * 10, given
assert given[0] == '0:late', given
assert take(queues, 7) == [], 'all is done'

# While all are empty, it waits: for a row of the first queue until that comes, for others until the next turn.
threading.Timer(0.02, Queue(urgent.path).execute_command, ('ARM', 'waited for', 1, 'x')).start()
seen = []
until(lambda: seen.extend(ids(take(queues, 7))) or seen, 'the row of the first queue')
arm(idle, ['2:alone'])
seen += ids(take(queues, 7))
assert seen == ['waited for', '2:alone'], seen
assert [queue.stat('blocked') + queue.stat('leased') + queue.stat('ready') for queue in queues] == [0] * 3
