# SPDX-License-Identifier: MIT-0
"""The page of a family of verbs."""
import re
import sentences
from families import STRUCTURES
from header import public
from library import WRONG
from macros import functions, wrapped
from pages import HEADS

TWO_FORMS = ("Each verb has two forms. `%s...()` is compiled, in the file that defines TW_IMPLEMENTATION, and works "
             "over a structure that is chosen at run time. `name_...()` is made by %s(name, x) for `struct name` over "
             "a structure x that is known when compiling; the name is yours.")
FORMS = {
    "set": ('#include <tw/heap4.h> /* or another structure */\n#include <tw/timers.h>\nTW_TIMERS_OF(name, heap4)',
            TWO_FORMS % ("tw_timers_", "TW_TIMERS_OF")),
    "queue": ('#include <tw/heap4.h> /* or another structure */\nTW_HEAP4_OF(name, type, member, before)',
              "Each verb has up to three forms. `tw_x_...()`, where x is heap4, rbtree, skiplist, wheel, hwheel or "
              "bigwheel, is compiled in the file that defines TW_IMPLEMENTATION, and takes nodes by tick. "
              "`name_...()` takes objects of yours: by tick, made by TW_WHEEL_OF(name, type, member) and the like; or "
              "in an order of yours, made by TW_HEAP4_OF(name, type, member, before) and the like, where no tick is "
              "given."),
    "delayqueue": ('#include <tw/heap4.h> /* or another structure */\n#include <tw/delayqueue.h>\n'
                   'TW_DELAYQUEUE_OF(name, heap4)', TWO_FORMS % ("tw_delayqueue_", "TW_DELAYQUEUE_OF")),
}


def verb(page, library, name, forms):
    spec = page.spec
    title = "tw_" + name if spec.kind == "plain" and not name.startswith("TW_") else name
    texts = list(dict.fromkeys(f[name] for f in forms if name in f))
    if name == "TW_POSTS_OF":
        texts += [p for of in ("tw_timers", "name") for p in functions(library.macros, name, [of]).values()]
    page.add("h", 3, title)
    page.add("code", "\n".join(wrapped(t) for t in texts))
    told, rest = sentences.answers(library.said(spec.header, spec.kind, name))
    if library.drawn(spec.header, spec.kind, name):
        page.blocks += library.drawn(spec.header, spec.kind, name)
    elif rest:
        page.add("p", " ".join(sentences.sentence(s) for s in rest))
    if told:
        page.add("list", [sentences.sentence(s) for s in told], False)
    if spec.kind == "queue":
        page.enter(["tw_%s_%s" % (s, name) for s in library.structures_with(name)], title)
    else:
        names = [re.search(r"(\w+)(\(|$)", t).group(1) for t in texts]
        page.enter([n for n in names if public(n)], title.lower())


def arguments(page, library, forms):
    """The table of what the verbs take, but for the set or queue itself; gives the names."""
    found = {}
    for f in forms:
        for name in page.spec.verbs:
            inside = re.search(r"\((.*)\)", f.get(name, ""))
            for a in inside.group(1).split(", ") if inside and f[name][:1] != "#" else []:
                a = a.removeprefix("const ")
                if not re.match(r"struct (name|tw_timers|tw_delayqueue|tw_x|tw_heap4) \*|void$", a):
                    found.setdefault(a, library.argument(page.spec.header, a))
    if found:
        page.add("h", 2, "Arguments")
        page.add("table", ("argument", "what it is"), [["`%s`" % a, text] for a, text in found.items()])
    return {re.search(r"\**\w+$", a).group(0) for a in found}


def costs(page, library):
    """What the verbs cost with each structure, and what its letters stand for."""
    columns = [c for c in page.spec.costs if any(library.cost(s, c) for s in STRUCTURES)]
    rows, notes = [], {}
    for s in STRUCTURES:
        row = [library.cost(s, c) for c in columns]
        if any(row):
            rows.append([s] + row)
            notes.setdefault(library.headers[s + ".h"].sections["COST"][0], []).append(s)
    if rows:
        page.add("h", 2, "Cost")
        page.add("table", ("structure",) + tuple(columns), rows)
        page.add("p", "What the letters stand for:")
        page.add("list", [", ".join(names) + ": " + note for note, names in notes.items()], False)


def answers(page, library):
    """What the headers of the structures say of the answers."""
    verbs = [v for v in page.spec.verbs if any(library.answers(s, v) for s in STRUCTURES)]
    rows = [[s] + [library.answers(s, v) for v in verbs] for s in STRUCTURES]
    rows = [r for r in rows if any(r[1:])]
    if page.spec.kind == "queue" and len(rows) > 1:
        page.add("h", 2, "Answers, by structure")
        page.add("table", ["structure"] + verbs, rows)


def family(page, library):
    spec, forms = page.spec, library.forms(page.spec.kind)
    page.add("h", 2, "Synopsis")
    page.add("code", FORMS[spec.kind][0] if spec.kind in FORMS else '#include <tw/%s>' % spec.header)
    if spec.kind in FORMS:
        page.add("p", FORMS[spec.kind][1])
    page.add("h", 2, "Verbs" if spec.kind in FORMS else "Functions and macros")
    for name in spec.verbs:
        verb(page, library, name, forms)
    answers(page, library)
    taken = arguments(page, library, forms)
    costs(page, library)
    wrong = library.wrong(spec.header, spec.verbs, taken)
    if wrong:
        page.add("h", 2, "What goes wrong, and the answer")
        page.add("table", HEADS[WRONG], wrong)
