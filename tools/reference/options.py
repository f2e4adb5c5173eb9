# SPDX-License-Identifier: MIT-0
"""The page of options."""
from overview import section
from declared import placed, types


def options(page, library):
    """What every header lets you define, node.h's first."""
    page.add("h", 2, "Synopsis")
    page.add("code", '#define TW_TICK_BITS 32 /* here, in tw_config.h, or by cc -D; the same in all files */\n'
                     '#include <tw/heap4.h>')
    for name, names in library.options():
        header = library.headers[name]
        page.add("h", 2, "Options of " + name)
        for title in ("OPTIONS", "VERSION"):
            if title in header.sections:
                note, lines = header.sections[title]
                section(page, title, note, lines)
                page.blocks = [b for b in page.blocks if b != ("h", 2, title.capitalize())]
        page.enter(names, "options-of-" + name.replace(".", ""))
    types(page, placed(page, library))
