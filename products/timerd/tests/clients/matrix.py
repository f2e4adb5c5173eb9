"""matrix.py PORT [PASSWORD]: arms, takes and acknowledges with redis-py at its defaults."""
import sys

import redis

client = redis.Redis(port=int(sys.argv[1]), **({'password': sys.argv[2]} if sys.argv[2:] else {}))
assert client.ping()
ask = client.execute_command
assert ask('GET', 'py:0') is None
many = client.pipeline(transaction=False)
for i in range(20):
    many.execute_command('ARM', f'py:{i}', 1, f'payload {i}')
assert many.execute() == [b'OK'] * 20
rows = []
while len(rows) < 20:
    rows += ask('TAKE', 1000, 'BLOCK', 60000)
assert sorted(row[0] for row in rows) == sorted(b'py:%d' % i for i in range(20)), rows
for name, generation, due, payload, attempt, missed in rows:
    assert (payload, due, attempt, missed) == (b'payload ' + name[3:], 1, 1, 0)
    assert ask('ACK', name, generation) == 1
try:
    ask('NOPE')
    raise SystemExit('a request that is none is answered')
except redis.ResponseError as error:
    assert 'unknown command' in str(error)
