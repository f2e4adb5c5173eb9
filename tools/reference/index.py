# SPDX-License-Identifier: MIT-0
"""The page of pages: what there is, by page, by verb and by name."""
from families import Family, PAGES
from pages import Page

KINDS = ("set", "queue", "delayqueue")


class Contents:
    name, title, see = "tw", "timers and priority queues as C headers", ()


def verbs(pages):
    """A row for each verb: where it stands for timer sets, queues and delay queues."""
    rows = {}
    for p in pages:
        if isinstance(p.spec, Family) and p.spec.kind in KINDS:
            for v in p.spec.verbs:
                rows.setdefault(v, {})[p.spec.kind] = ("%s(3)" % p.name, "%s.md#%s" % (p.name, v))
    return [[[(v, "")]] + [[rows[v][k]] if k in rows[v] else [("", "")] for k in KINDS] for v in sorted(rows)]


def build(pages, version):
    page = Page(Contents)
    page.add("h", 2, "What stands where")
    page.add("p", "A timer set has a clock and calls you back: tw_timers(3). A queue is a structure by itself, of "
                  "nodes by tick or of your objects in an order of yours: tw_queue_add(3). Threads sleep on a delay "
                  "queue: tw_delayqueue(3). Each page is made from the comments of the headers of version "
                  "%s." % version)
    page.add("h", 2, "Pages")
    page.add("links", [("%s(3)" % p.name, p.name + ".md", p.title) for p in PAGES])
    page.add("h", 2, "Verbs")
    page.add("linked", ("verb", "timer set", "queue", "delay queue"), verbs(pages))
    return page


def names(page, pages):
    """The tables of all public names, which Markdown alone has: man finds a page by any of its names. There are two, so
    that a page of the site can end between them."""
    entries = {n: (p, a) for p in pages for n, a in p.entries.items()}
    rows = [[[(n, "")], [("%s(3)" % p.name, "%s.md#%s" % (p.name, a))]]
            for n, (p, a) in sorted(entries.items(), key=lambda e: e[0].lower())]
    first = [row for row in rows if row[0][0][0].lower() < "tw_n"]
    for title, part in ("Names to tw_m", first), ("Names from tw_n on", rows[len(first):]):
        page.add("h", 2, title)
        page.add("linked", ("name", "page"), part)
