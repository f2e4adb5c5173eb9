# SPDX-License-Identifier: MIT-0
"""How soon a timerd that starts owns all shards of a Redis."""
import statistics
import time

from servers import stats, until

SHARDS = 1024


def owned(bench, kind, sizes):
    """Milliseconds from the start of timerd until it owns all of them: the median of the turns, and the longest."""
    spans = []
    for _ in range(sizes.turns):
        system = kind(bench)
        system.options = '--shards', SHARDS
        try:
            system.redis = bench.redis(system.room, system.redis_port, system.sync)
            since = time.monotonic()
            system.start()
            until(lambda: stats(system.port)['shards-owned'] == SHARDS, 'owning all shards')
            spans.append((time.monotonic() - since) * 1000)
        finally:
            system.stop()
    return {'shards': SHARDS, 'ms': statistics.median(spans), 'most': max(spans)}
