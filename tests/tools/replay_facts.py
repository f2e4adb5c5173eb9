"""What follows from a trace by the rules in bench/traces/README.md, without any timer structure."""
import re
from collections import Counter


def operations(name):
    """TIME, is it an arming?, ID, EXPIRES or 0."""
    for line in open(name, "rb"):
        word = line.split(b"#")[0].split()
        if word:
            yield int(word[0]), word[1] == b"arm", int(word[2]), int(word[3]) if word[1] == b"arm" else 0


def facts(name, unit):
    """What it says in numbers; the number of armed timers after each operation; how far ahead timers are armed,
    how far those were that fired, and how far those that are still armed at the end. In microseconds, but for the ticks
    at which the numbers change."""
    ops = list(operations(name))
    c = Counter({"armings": 0, "moves": 0, "cancels": 0, "idle_cancels": 0, "earliest": 0})
    armed, when, after, ahead, fired = {}, {}, [], [], []
    c["questions"] = len({op[0] for op in ops})
    for time, arms, timer, due in ops:
        now = time // unit
        for x in [x for x in armed if when[x] <= now]:
            fired.append(armed.pop(x))
        c["armings" if arms else "cancels"] += 1
        c["moves"] += arms and timer in armed
        c["idle_cancels"] += not arms and timer not in armed
        c["earliest"] += timer in armed and timer == min(armed, key=when.get)  # of equals, the one armed first
        armed.pop(timer, None)
        if arms:
            armed[timer] = max(0, due - time)
            when[timer] = max(now, -(-due // unit))
            ahead.append(armed[timer])
        after.append((now, len(armed)))
    fired += [armed.pop(x) for x in list(armed) if when[x] <= now]
    c["still_armed"] = len(armed)
    ahead.sort()
    c.update(operations=len(ops), timers=len({op[2] for op in ops}), peak_armed=max(n for _, n in after))
    c["delay_half_us"] = ahead[(len(ahead) - 1) // 2] if ahead else 0
    c["delay_most_us"] = ahead[-(-9 * len(ahead) // 10) - 1] if ahead else 0
    return c, after, ahead, fired, list(armed.values())


def sources(name):
    """How many operations are of each source that the comments name: of a timer's last one up to the operation."""
    of, count = {}, {}
    for line in open(name, "rb"):
        text, _, note = line.partition(b"#")
        word = text.split()
        said = re.fullmatch(rb"\s*source:\s+(\S{1,15})\s*", note)
        if not word:
            continue
        if said and (said[1] in count or len(count) < 8):
            of[int(word[2])] = said[1]
            count.setdefault(said[1], 0)
        if int(word[2]) in of:
            count[of[int(word[2])]] += 1
    return [{"name": x.decode(), "operations": n} for x, n in count.items()]


def delays(ahead, fired, left):
    """The same distances, counted from 1, 2 and 5 times a power of ten to the next; those of 0 by themselves."""
    edges = [0] + sorted(k * 10**p for k in (1, 2, 5) for p in range(20) if k * 10**p < 2**64) + [2**64 - 1]
    for low, high in zip(edges, edges[1:]):
        within = [sum(low <= x < high or x == high == edges[-1] for x in some) for some in (ahead, fired, left)]
        if within[0]:
            yield {"from_us": low, "below_us": high, "armings": within[0], "fired": within[1],
                   "still_armed": within[2]}


def over_time(after, unit):
    """The length of a column of the plot, and the most timers that are armed in each."""
    first, last = after[0][0], after[-1][0]
    step = (last - first) // 160 + 1
    most = []
    before = 0
    for now, n in after:
        while len(most) <= (now - first) // step:
            most.append(before)
        most[-1] = max(most[-1], n)
        before = n
    return step * unit, most


def delay_name(delay):
    """What the page calls the distances of a bar."""
    ends = []
    for us in delay["from_us"], delay["below_us"]:
        scale, unit = next(x for x in ((1, "us"), (10**3, "ms"), (10**6, "s")) if us < 1000 * x[0] or x[0] == 10**6)
        ends.append((f"{(us + scale // 2) // scale:,}", unit))
    (first, unit), (last, last_unit) = ends
    if delay["from_us"] == 0:
        return "at once"
    return f"{first} to {last} {unit}" if unit == last_unit else f"{first} {unit} to {last} {last_unit}"
