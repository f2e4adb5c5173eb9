# SPDX-License-Identifier: MIT-0
"""Timers for Python over tw, by ctypes. It wants the library that tw_ffi.c makes, and no compiler when it runs.

    python3 examples/ffi/tw_timers.py ./libtw_ffi.so     plays a minute of a kitchen on a clock of its own

What it teaches: the language allocates, and C never keeps what it has not been given. A set, its structure and each
node are buffers of sizes that the library tells, so that no layout is written twice. An armed timer is kept alive by
its set: the collector does not see that C knows its node. expire() hands out the timers that are due one by one, so
that Python calls Python, and an exception passes no frame of C. A table is simpler: its timers are numbers, which are
places in a list of the program. C keeps no address, so nothing must be kept alive."""
import ctypes
import sys

ADDRESS, SIZE, NUMBER = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32


def load(path):
    """The library, with the types of what is called here. Ticks have the width that it was compiled with."""
    library = ctypes.CDLL(path)
    bits = ctypes.c_uint.in_dll(library, "ffi_tick_bits").value
    tick = {16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[bits]
    for name, result, *arguments in (
            ("ffi_structure_bytes", SIZE, ADDRESS),
            ("ffi_array_bytes", SIZE, ADDRESS, SIZE),
            ("ffi_init", None, ADDRESS, tick, ADDRESS, ADDRESS, ADDRESS, SIZE),
            ("ffi_node_init", None, ADDRESS, ADDRESS),
            ("ffi_due", tick, ADDRESS),
            ("ffi_forward", tick, tick, tick, tick),
            ("tw_timers_add", ctypes.c_bool, ADDRESS, ADDRESS, tick),
            ("tw_timers_cancel", ctypes.c_bool, ADDRESS, ADDRESS),
            ("tw_timers_count", SIZE, ADDRESS),
            ("tw_timers_expire", ADDRESS, ADDRESS, tick),
            ("tw_timers_wait_ms", ctypes.c_int, ADDRESS, tick, tick),
            ("ffi_table_init", None, ADDRESS, tick, SIZE),
            ("tw_table_bytes", SIZE, SIZE),
            ("tw_table_grow", ctypes.c_bool, ADDRESS, SIZE),
            ("tw_table_add", ctypes.c_bool, ADDRESS, NUMBER, tick),
            ("tw_table_cancel", ctypes.c_bool, ADDRESS, NUMBER),
            ("tw_table_count", SIZE, ADDRESS),
            ("tw_table_expire_some", SIZE, ADDRESS, tick, ADDRESS, SIZE),
            ("tw_table_wait_ms", ctypes.c_int, ADDRESS, tick, tick)):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Timer:
    """Calls fn(timer, now) when it is due."""

    def __init__(self, library, fn):
        self.fn = fn
        self.node = ctypes.create_string_buffer(ctypes.c_size_t.in_dll(library, "ffi_node_bytes").value)
        library.ffi_node_init(self.node, None)


class Timers:
    """A set over heap4, with room for so many timers, or over hwheel, which needs no room."""

    def __init__(self, library, structure="hwheel", room=0, now=0):
        ops = ADDRESS.in_dll(library, "ffi_" + structure)
        self.tw = library
        self.armed = {}  # by the address of the node: what C knows stays alive
        self.in_batch = False
        self.now = now
        self.set = ctypes.create_string_buffer(SIZE.in_dll(library, "ffi_set_bytes").value)
        self.structure = ctypes.create_string_buffer(library.ffi_structure_bytes(ops))
        self.array = ctypes.create_string_buffer(library.ffi_array_bytes(ops, room)) if room else None
        library.ffi_init(self.set, now, ops, self.structure, self.array, room)

    def add(self, timer, due):
        """Arms the timer for that tick, or moves it there. False: the set is full."""
        if not self.tw.tw_timers_add(self.set, timer.node, due):
            return False
        self.armed[ctypes.addressof(timer.node)] = timer
        return True

    def cancel(self, timer):
        """False: it was not armed."""
        self.armed.pop(ctypes.addressof(timer.node), None)
        return self.tw.tw_timers_cancel(self.set, timer.node)

    def advance(self, now):
        """Calls what is due, in order. After an exception the next call goes on behind the timer that raised it: it
        ends the batch that was left, and then calls what is due by now. A function may call advance(), too: the outer
        call then ends when the function returns."""
        left, self.now = self.in_batch, now
        for _ in range(1 + left):
            while (node := self.tw.tw_timers_expire(self.set, self.now)) is not None:
                self.in_batch = True
                timer = self.armed.pop(node)
                timer.fn(timer, now)
                if not self.in_batch:
                    return
            self.in_batch = False

    def count(self):
        """How many timers are armed."""
        return self.tw.tw_timers_count(self.set)

    def wait_ms(self, now, ticks_per_ms=1):
        """How long a loop may sleep; -1: nothing is armed."""
        return self.tw.tw_timers_wait_ms(self.set, now, ticks_per_ms)


class Table:
    """Timers that are numbers from 0 on, below a capacity. Another number raises an IndexError."""

    def __init__(self, library, capacity, now=0):
        self.tw = library
        self.capacity = capacity
        self.memory = ctypes.create_string_buffer(library.tw_table_bytes(capacity))
        library.ffi_table_init(self.memory, now, capacity)

    def number(self, i):
        """ctypes would cut a number to 32 bits."""
        if not 0 <= i < self.capacity:
            raise IndexError(i)
        return i

    def add(self, i, due):
        """Arms timer i for that tick, or moves it there. False: ticks wrap, and due lies too far ahead."""
        return self.tw.tw_table_add(self.memory, self.number(i), due)

    def cancel(self, i):
        """False: it was not armed."""
        return self.tw.tw_table_cancel(self.memory, self.number(i))

    def expire(self, now, most=1000):
        """The numbers that are due, in order, and at most so many. The others stay due, and come first next time."""
        numbers = (NUMBER * most)()
        return numbers[:self.tw.tw_table_expire_some(self.memory, now, numbers, most)]

    def grow(self, capacity):
        """Makes room for more timers: the table goes on in larger memory."""
        memory = ctypes.create_string_buffer(self.tw.tw_table_bytes(capacity))
        ctypes.memmove(memory, self.memory, min(len(memory), len(self.memory)))
        if not self.tw.tw_table_grow(memory, capacity):
            raise ValueError(capacity)
        self.memory, self.capacity = memory, capacity

    def count(self):
        """How many timers are armed."""
        return self.tw.tw_table_count(self.memory)

    def wait_ms(self, now, ticks_per_ms=1):
        """How long a loop may sleep; -1: nothing is armed."""
        return self.tw.tw_table_wait_ms(self.memory, now, ticks_per_ms)


def numbers_in_turn(library):
    """Keys that expire: a timer is the place of its key."""
    keys = ["milk", "eggs", "salt"]
    table = Table(library, len(keys))
    for i in range(3):
        table.add(i, 10 * (i + 1))
    table.add(0, 15)  # milk keeps longer
    table.cancel(2)  # salt keeps for ever
    now = 0
    while table.count():
        now += table.wait_ms(now)
        for i in table.expire(now):
            print(f"{now:3}  {keys[i]} has expired")


def main():
    library = load(sys.argv[1])
    timers = Timers(library)
    tea, soup, bread = (Timer(library, lambda timer, now, name=name: print(f"{now:3}  {name} is ready"))
                        for name in ("the tea", "the soup", "the bread"))

    def stir(timer, now):
        print(f"{now:3}  stir")
        timers.add(timer, library.ffi_forward(library.ffi_due(timer.node), 20, now))

    spoon = Timer(library, stir)
    timers.add(tea, 25)
    timers.add(soup, 45)
    timers.add(bread, 30)
    timers.add(spoon, 20)
    timers.add(soup, 50)  # a little more
    timers.cancel(bread)  # there is none left
    now = 0
    while timers.count() and now < 60:
        now += timers.wait_ms(now)  # a program would sleep so long
        timers.advance(now)
    print(f"{timers.count()} armed: the spoon")
    numbers_in_turn(library)


if __name__ == "__main__":
    main()
