# asyncio calls what is due before time() + the clock's resolution, a nanosecond. From 2^24 seconds on (194 days), a float
# cannot tell these apart, and a handle for exactly time() waits although it is due. Prints the calls of one turn.
import asyncio
import selectors


class Loop(asyncio.SelectorEventLoop):
    now = 0

    def time(self):
        return self.now


for due in 2**23, 2**24:
    loop, called = Loop(selectors.SelectSelector()), []
    loop.call_at(due, called.append, due)
    loop.now = due
    loop.call_soon(loop.stop)
    loop.run_forever()
    print(f"at {due}: called {called}")
    loop.close()
