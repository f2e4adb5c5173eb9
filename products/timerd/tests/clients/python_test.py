"""python_test.py PORT: clients/python/timerd.py arms, lists, cancels, and consumes; a handler that fails is called
again, and one that takes longer than the lease is not. python_test.py PORT hiccups: it goes on through the troubles of
hiccups.py. Guards against a consumer that ends at a restart of timerd, and against work that is done twice."""
import logging
import sys
import time

import redis
import timerd

told = []
logging.getLogger('timerd').propagate = False
logging.getLogger('timerd').addHandler(type('', (logging.Handler,), {'emit': lambda _, r: told.append(r.getMessage())})())
timers = timerd.Timers(port=int(sys.argv[1]))


def hiccups():
    handled = []

    def handle(firing):
        handled.append(firing.id)
        if firing.id == b'again':
            raise timerd.Retry(0.5)

    try:
        timers.consume(handle, block_ms=100)
        sys.exit('a right that is missing did not end consume()')
    except redis.ResponseError as error:
        assert str(error) == 'no right', error
    assert handled == [b'one', b'two', b'o\xff\xfe', b'again'], handled
    assert [text[:6] for text in told if text[:2] == "b'"] == ["b'two'"], told
    sys.exit()


if sys.argv[2:] == ['hiccups']:
    hiccups()
FAR = 9 * 10 ** 12
for i in range(7):
    timers.arm(f'list:{i}', FAR + i, period_ms=1000 if i == 3 else None)
timers.arm('other', FAR)
assert [row[0] for row in timers.list(count=2, prefix='list:')] == [b'list:%d' % i for i in range(7)]
assert [row[2:] for row in timers.list(from_ms=FAR + 3, to_ms=FAR + 4)] == [(FAR + 3, 1000)]
assert all(timers.cancel(f'list:{i}') for i in range(7)) and timers.cancel('other')
assert not timers.cancel('other')

done = {}


def handle(firing):
    assert firing.payload == b'payload' and firing.touch()
    if firing.id == b'py:7' and firing.attempt < 3:
        raise timerd.Retry(0.01)
    if firing.id == b'py:8' and firing.attempt < 2:
        raise ValueError('no')
    done[firing.id] = firing.attempt
    if len(done) == 20:
        timers.stop()


for i in range(20):
    timers.arm_in(f'py:{i}', 0.005, 'payload')
timers.consume(handle)
assert done == {b'py:%d' % i: {7: 3, 8: 2}.get(i, 1) for i in range(20)}, done
assert timers.take() == []


def figure(name):
    stats = timers.ask('STATS')
    return stats[stats.index(name) + 1]


def slow(firing):
    """Ends when more than a lease has been renewed, in thirds."""
    while figure(b'touched') < touched + 4:
        time.sleep(0.05)
    assert firing.attempt == 1 and figure(b'expired') == expired
    again.stop()


again = timerd.Timers(port=int(sys.argv[1]))
touched, expired = figure(b'touched'), figure(b'expired')
timers.arm('slow', 0)
again.consume(slow)
assert (figure(b'leased'), figure(b'ready'), figure(b'dead')) == (0, 0, 0)
assert not told[1:], told  # 'the handler of py:8 failed'
