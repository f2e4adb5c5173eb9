# SPDX-License-Identifier: MIT-0
"""What the sentences of a step say of times of firing and of slots, beside what its frames show. A sentence that no
pattern here knows is not judged."""
import re

from queries import events

WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()


def number(word):
    return WORDS.index(word) if word in WORDS else int(word, 0)


def firings(frames):
    return [(e["id"], int(e["due"]), int(e["now"])) for e in events(frames, "fire")]


def at_its_deadline(sentence, fired):
    """A jump of the clock beyond a deadline lets the timer fire at the end of the jump."""
    return not re.search(r"\bat (its|their) deadlines?\b", sentence) or all(due == now for _, due, now in fired)


def at_a_tick(sentence, fired):
    """"Timer 9 fires at 25", and not "timer 9, due at 25, fires"."""
    told = re.search(r"\b[Tt]imer (\d+)\b[^:;?]*\b(?:fires|fired|comes)\b[^:;?]*"
                     r"(?<!due )\bat (?:tick )?(0x[0-9a-f]+|\d+)\b", sentence)
    return not told or all(now == int(told[2], 0) for timer, _, now in fired if timer == int(told[1]))


def on_the_way(sentence, fired):
    """Whoever fires at the end of a jump does not fire on the way."""
    told = re.search(r"\bfires on the way\b|\b[Oo]n the way .*\bfires\b", sentence)
    return not told or len({now for *_, now in fired}) > 1


def one_after_another(sentence, fired):
    """Timers of which one is said to fire a round, or so many ticks, after the other do not fire in one jump."""
    told = re.search(r"\bfires?\b.*\b(rounds?|ticks?) later\b.*\bafter\b", sentence)
    return not told or len({now for *_, now in fired}) == len(fired)


def slots_passed(sentence, before):
    """Over how many slots of a ring the clock goes, from a tick to a tick that the text names just before."""
    told = re.search(r"\bfrom (\d+) to (\d+)\b.*\bover (\w+) occupied slots? and (\w+) empty", sentence)
    if not told or "size" not in before:
        return True
    passed = {tick % before["size"] for tick in range(int(told[1]) + 1, int(told[2]) + 1)}
    occupied = passed & {slot["slot"] for slot in before["slots"]}
    return [len(occupied), len(passed - occupied)] == [number(told[3]), number(told[4])]


def untrue(step, runs, begin, end):
    """The sentences of a step that are false of each structure that fires in it, and those that one structure's slots
    show to be false. A question for what has fired must not leave out what fired in earlier steps."""
    sentences = re.split(r"(?<=[.?!])\s+", step["text"].strip())
    fired = [some for frames in runs if (some := firings(frames[begin + 1:end + 1]))]
    rules = [at_its_deadline, at_a_tick, on_the_way, one_after_another]
    found = [s for s in sentences for rule in rules if fired and not any(rule(s, some) for some in fired)]
    found += [step["text"] for frames in runs if not slots_passed(step["text"], frames[begin]["state"])]
    if step["query"] and step["query"].endswith("fires") and any(firings(frames[1:begin + 1]) for frames in runs):
        found += [s for s in sentences if re.search(r"\b(has|have)\b.*\bfired\b.*[?]$", s)]
    return found
