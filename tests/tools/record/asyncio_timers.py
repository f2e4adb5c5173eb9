# SPDX-License-Identifier: MIT-0
"""Ten timers, of which four are cancelled, one of these twice, one after it has fired; and a sleep. With a number, so
many requests, each with a timeout that is cancelled when the answer comes first."""
import asyncio
import sys


async def few():
    loop = asyncio.get_running_loop()
    timers = [loop.call_later(0.01 if i == 9 else 100 + i, print) for i in range(10)]
    for i in (0, 1, 2, 1):
        timers[i].cancel()
    await asyncio.sleep(0.05)
    timers[9].cancel()
    timers[3].cancel()


async def request(i):
    await asyncio.sleep(i % 97 / 300)
    await asyncio.wait_for(asyncio.sleep(i % 13 / 1000 + 0.001), timeout=30)


async def many(n):
    await asyncio.gather(*(request(i) for i in range(n)))


asyncio.run(many(int(sys.argv[1])) if sys.argv[1:] else few())
