# SPDX-License-Identifier: MIT-0
"""bindings_test.py LIBRARY: examples/bindings/tw_timers.py beside a model, a list that is sorted for each question; what
it keeps alive; exceptions; a set that is full; and a callback that C calls."""
import ctypes
import gc
import random
import sys
import weakref

import tw_timers


class Model:
    """Deadlines in the order (due, arming), as a list."""

    def __init__(self):
        self.rows, self.number = [], 0

    def add(self, name, due):
        self.cancel(name)
        self.number += 1
        self.rows.append((due, self.number, name))

    def cancel(self, name):
        before = len(self.rows)
        self.rows = [row for row in self.rows if row[2] != name]
        return len(self.rows) < before

    def advance(self, now):
        due = sorted(row for row in self.rows if row[0] <= now)
        self.rows = [row for row in self.rows if row[0] > now]
        return [row[2] for row in due]


def beside_the_model(library, structure, seed):
    chance, model, fired, now = random.Random(seed), Model(), [], 0
    timers = tw_timers.Timers(library, structure, 30, now)
    nodes = [tw_timers.Timer(library, lambda timer, at, i=i: fired.append(i)) for i in range(30)]
    for _ in range(3000):
        i = chance.randrange(30)
        kind = chance.randrange(4)
        if kind < 2:
            due = now + chance.randrange(1, 200)
            assert timers.add(nodes[i], due)
            model.add(i, due)
        elif kind == 2:
            assert timers.cancel(nodes[i]) == model.cancel(i)
        else:
            now += chance.randrange(40)
            timers.advance(now)
            assert fired == model.advance(now), (structure, seed, now)
            fired.clear()
        assert timers.count() == len(model.rows) == len(timers.armed)
        wait = min((row[0] - now for row in model.rows), default=-1)
        assert timers.wait_ms(now) == wait
    assert now > 1000


def armed_ones_stay_alive(library):
    timers, fired = tw_timers.Timers(library), []
    timer = tw_timers.Timer(library, lambda timer, now: fired.append(now))
    there = weakref.ref(timer)
    timers.add(timer, 5)
    del timer
    gc.collect()
    assert there() is not None
    timers.advance(5)
    gc.collect()
    assert fired == [5] and there() is None

    timer = tw_timers.Timer(library, print)
    there = weakref.ref(timer)
    timers.add(timer, 9)
    assert timers.cancel(timer) and not timers.cancel(timer)
    del timer
    gc.collect()
    assert there() is None


def an_exception_passes(library):
    def broken(timer, now):
        raise KeyError(now)

    timers, fired = tw_timers.Timers(library), []
    timers.add(tw_timers.Timer(library, broken), 3)
    timers.add(tw_timers.Timer(library, lambda timer, now: fired.append(now)), 4)
    try:
        timers.advance(4)
        raise SystemExit("FAILED: the exception is lost")
    except KeyError:
        pass
    assert timers.count() == 1 and not fired
    timers.advance(4)
    assert fired == [4] and timers.count() == 0


def a_full_set_refuses(library):
    timers = tw_timers.Timers(library, "heap4", 1)
    first, second = tw_timers.Timer(library, print), tw_timers.Timer(library, print)
    assert timers.add(first, 1) and not timers.add(second, 1)
    assert list(timers.armed.values()) == [first]


def c_calls_back(library):
    """The other way: a function pointer in the node, and tw_timers_advance()."""
    tick = library.ffi_due.restype
    library.tw_timers_advance.restype = ctypes.c_size_t
    library.tw_timers_advance.argtypes = ctypes.c_void_p, tick
    fired = []
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, tick)(lambda node, now: fired.append((node, now)))
    timers = tw_timers.Timers(library)
    timer = tw_timers.Timer(library, None)
    library.ffi_node_init(timer.node, function)
    timers.add(timer, 7)
    assert library.tw_timers_advance(timers.set, 6) == 0
    assert library.tw_timers_advance(timers.set, 8) == 1
    assert fired == [(ctypes.addressof(timer.node), 8)]


def main():
    library = tw_timers.load(sys.argv[1])
    for structure in "heap4", "hwheel":
        for seed in range(3):
            beside_the_model(library, structure, seed)
    armed_ones_stay_alive(library)
    an_exception_passes(library)
    a_full_set_refuses(library)
    c_calls_back(library)
    print("ok")


if __name__ == "__main__":
    main()
