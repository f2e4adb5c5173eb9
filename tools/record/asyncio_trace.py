#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""asyncio_trace.py FILE PROGRAM [ARGUMENT...]: runs a Python program and writes what its asyncio loops do with their
timers to FILE, a trace for replay. Timers of call_later(), call_at(), sleep(), wait_for() and timeout() are seen. A loop
that is not written in Python, such as uvloop, is not seen."""
import asyncio.base_events
import asyncio.events
import itertools
import runpy
import sys
import time


def record(out):
    numbers, start = itertools.count(), time.monotonic()
    call_at, cancel = asyncio.base_events.BaseEventLoop.call_at, asyncio.events.TimerHandle.cancel

    def microseconds(when):
        return max(0, int((when - start) * 1e6))

    def traced_call_at(self, when, *args, **kwargs):
        handle = call_at(self, when, *args, **kwargs)
        handle.tw_number = next(numbers)
        out.write(f"{microseconds(time.monotonic())} arm {handle.tw_number} {microseconds(when)} # source: asyncio\n")
        return handle

    def traced_cancel(self):
        if self._scheduled and not self.cancelled():
            out.write(f"{microseconds(time.monotonic())} cancel {self.tw_number}\n")
        cancel(self)

    class TimerHandle(asyncio.events.TimerHandle):
        """The same with room for a number."""
        __slots__ = ["tw_number"]
        cancel = traced_cancel

    asyncio.events.TimerHandle = TimerHandle
    asyncio.base_events.BaseEventLoop.call_at = traced_call_at


def main():
    if sys.argv[1:2] in (["--help"], ["-h"]) or len(sys.argv) < 3:
        print(__doc__, file=sys.stderr if len(sys.argv) < 2 else sys.stdout)
        sys.exit(0 if len(sys.argv) == 2 and sys.argv[1].startswith("-") else 2)
    file, sys.argv = sys.argv[1], sys.argv[2:]
    try:
        out = open(file, "w", encoding="ascii")
    except OSError as error:
        sys.exit(f"asyncio_trace.py: {file}: {error.strerror}")
    with out:
        record(out)
        runpy.run_path(sys.argv[0], run_name="__main__")


main()
