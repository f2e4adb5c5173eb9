# SPDX-License-Identifier: MIT-0
"""What parts of the contract cost: the application over timers.h as it is, less that over a copy without the part."""
import shutil
import sys

from figures import linked
from measure import TOP, Bench
from targets import STRUCTURES

sys.path.insert(0, str(TOP / "tests"))
from ctokens import lexemes  # noqa: E402

# A part: code that is taken out of timers.h or of the header that is named, and code that stands there instead. The old
# code stands there once, whatever its layout.
PARTS = {
    "timers that are armed for a passed tick wait, in order, for the next call": [
        ("return tw_before(c->now, due);", "return true;"),
        ("if (n->home > TW__DUE)\n        return tw__cancel_in",
         "if (n->home != TW__IDLE)\n        return tw__cancel_in"),
        ("const struct tw_node *const first = c->due_list; if (!first && !TW__ASKED(c, (ops->next)(in, due)))",
         "if (!TW__ASKED(c, (ops->next)(in, due)))"),
        ("if ((TW__SPEED ? c->due_list : first) || tw_before(*due, c->now))", "if (tw_before(*due, c->now))"),
        ("(TW_TICK_BITS == 64 || c->due_list || (ops->count)(in) != 0)", "(TW_TICK_BITS == 64 || (ops->count)(in) != 0)"),
        ("c->previous = c->now;", ""),
        ("c->now = now; c->until = c->due_list;", "c->now = now;"),
        ("    if (c->until)\n        by = c->previous;\n", ""),
        (" && (n = tw__due_take(c)) == NULL)\n        return NULL;", ")\n        return NULL;"),
    ],
    "a clock that goes back changes nothing": [
        ("return tw_before(now, c->now) && (TW_TICK_BITS == 64", "return false && (TW_TICK_BITS == 64"),
    ],
    "advance() in a callback is refused": [
        ("    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))\n        return 0;",
         "    if (tw__timers_back(c, in, ops, now))\n        return 0;"),
        ("    c->batch = TW__BATCH_PUSH;\n    while ((max", "    while ((max"),
        ("        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */\n"
         "            return fired;\n", ""),
        ("    c->batch = TW__BATCH_NONE;\n    return fired;", "    return fired;"),
    ],
    "equal deadlines fire in arming order": [
        ("return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);",
         "return tw_before(a->due, b->due);", "heap4.h"),
        ("tw__heap4_set_number(&x, h->armings++);", "", "heap4.h"),
    ],
    "a tick too far ahead is refused": [
        ("return TW_TICK_BITS == 64 || (tw_tick)((tw_tick)(due", "return true || (tw_tick)((tw_tick)(due"),
    ],
}
BUDGET = "advance_some() in place of advance()"
SHOWN = [structure for structure in STRUCTURES if structure.name in ("sortedlist", "heap4", "smallwheel")]


def replaced(text, old, new):
    """The text with new code in place of old code, whose tokens stand there once."""
    found, wanted = list(lexemes(text)), [word for word, _, _ in lexemes(old)]
    at = [i for i in range(len(found)) if [word for word, _, _ in found[i:i + len(wanted)]] == wanted]
    if len(at) != 1:
        raise SystemExit(f"footprint: parts.py no longer fits the headers: {old}")
    return text[:found[at[0]][1]] + new + text[found[at[0] + len(wanted) - 1][2]:]


def without(edits, folder):
    """Headers without a part."""
    for header in TOP.glob("*.h"):
        shutil.copy(header, folder)
    for old, new, *header in edits:
        file = folder / (header or ["timers.h"])[0]
        file.write_text(replaced(file.read_text(), old, new))


def parts(target):
    """A dictionary of lists: of each part the bytes for each structure in SHOWN."""
    bench = Bench(target)
    costs = {part: [] for part in PARTS}
    whole = [linked(bench, structure, "-DTYPED") for structure in SHOWN]
    for part, edits in PARTS.items():
        other = Bench(target, headers=None)
        without(edits, other.path)
        costs[part] = [bytes - linked(other, structure, "-DTYPED") for bytes, structure in zip(whole, SHOWN)]
    costs[BUDGET] = [linked(bench, structure, "-DTYPED", "-DBUDGET") - bytes for bytes, structure in zip(whole, SHOWN)]
    return costs
