# SPDX-License-Identifier: MIT-0
"""ffi_test.py LIBRARY: examples/ffi/tw_timers.py beside a model, a list that is sorted for each question; what
it keeps alive; exceptions; a set that is full; a table of numbers; and a callback that C calls."""
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


def nothing_waits_behind_an_exception(library):
    """A batch is left at 5. What becomes due since fires in the next call, behind the rest of that batch."""
    def broken(timer, now):
        raise KeyError(now)

    for structure in "heap4", "hwheel":
        for now in 5, 8, 20:
            timers, fired = tw_timers.Timers(library, structure, 9), []
            bad, rest, late, new = (tw_timers.Timer(library, fn) for fn in (
                broken, *(lambda timer, now, name=name: fired.append(name) for name in ("rest", "late", "new"))))
            timers.add(bad, 5)
            timers.add(rest, 5)
            timers.add(late, 8)
            try:
                timers.advance(5)
                raise SystemExit("FAILED: the exception is lost")
            except KeyError:
                pass
            timers.add(new, 4)
            timers.advance(now)
            assert fired == ["rest", "new"] + ["late"] * (now >= 8), (structure, now, fired)
            assert timers.count() == (now < 8)


def a_function_may_run_a_loop(library):
    timers, fired = tw_timers.Timers(library), []
    answer = tw_timers.Timer(library, lambda timer, now: fired.append("answer"))

    def ask(timer, now):
        timers.add(answer, now + 50)
        while "answer" not in fired:
            wait = timers.wait_ms(now)
            assert wait >= 0
            now += wait
            timers.advance(now)
        fired.append("asked")

    timers.add(tw_timers.Timer(library, ask), 10)
    timers.add(tw_timers.Timer(library, lambda timer, now: fired.append("other")), 10)
    timers.add(tw_timers.Timer(library, lambda timer, now: fired.append("later")), 70)
    timers.advance(10)
    assert fired == ["other", "answer", "asked"]
    timers.advance(70)
    assert fired[3:] == ["later"] and timers.count() == 0


def a_full_set_refuses(library):
    timers = tw_timers.Timers(library, "heap4", 1)
    first, second = tw_timers.Timer(library, print), tw_timers.Timer(library, print)
    assert timers.add(first, 1) and not timers.add(second, 1)
    assert list(timers.armed.values()) == [first]


def a_table_beside_the_model(library, seed):
    """Its capacity grows from 3 to 30 in the meantime, and each time the old memory is spoiled."""
    chance, model, now = random.Random(seed), Model(), 0
    table = tw_timers.Table(library, 3, now)
    for _ in range(4000):
        i = chance.randrange(table.capacity)
        kind = chance.randrange(8)
        if kind < 4:
            due = now + chance.randrange(1, 2000)
            assert table.add(i, due)
            model.add(i, due)
        elif kind < 6:
            assert table.cancel(i) == model.cancel(i)
        elif kind == 6:
            now += chance.randrange(300)
            most, due, told = chance.randrange(1, 5), model.advance(now), []
            while len(numbers := table.expire(now, most)) == most:
                told += numbers
            assert told + numbers == due, (seed, now)
        elif table.capacity < 30 and chance.randrange(20) == 0:
            old = table.memory
            table.grow(table.capacity + chance.randrange(4))
            ctypes.memset(old, 0x5A, len(old))
        assert table.count() == len(model.rows)
        assert table.wait_ms(now) == min((row[0] - now for row in model.rows), default=-1)
    assert now > 1000 and table.capacity > 20


def numbers_of_no_timer_raise(library):
    table = tw_timers.Table(library, 3)
    for i in -1, 3, 2 ** 32:
        for verb in (lambda i: table.add(i, 5)), table.cancel:
            try:
                verb(i)
                raise SystemExit(f"FAILED: {i} is taken for a timer")
            except IndexError:
                pass
    assert table.count() == 0
    try:
        table.grow(2)
        raise SystemExit("FAILED: a table shrinks")
    except ValueError:
        assert table.capacity == 3 and table.add(2, 5) and table.expire(5) == [2]


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
    nothing_waits_behind_an_exception(library)
    a_function_may_run_a_loop(library)
    a_full_set_refuses(library)
    for seed in range(3):
        a_table_beside_the_model(library, seed)
    numbers_of_no_timer_raise(library)
    c_calls_back(library)
    print("ok")


if __name__ == "__main__":
    main()
