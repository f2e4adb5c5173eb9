"""python_test.py PORT: clients/python/timerd.py arms, lists, cancels, and consumes; a handler that fails is called
again."""
import logging
import sys

import timerd

logging.getLogger('timerd').disabled = True
timers = timerd.Timers(port=int(sys.argv[1]))
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
