# SPDX-License-Identifier: MIT-0
"""What the headers say, by verb: sentences, arguments, costs, what goes wrong."""
import re
import textwrap
import manual
import sentences
from families import Family, IN_FAMILY, PAGES
from forms import Forms
from header import public

WRONG = "WHAT GOES WRONG, AND THE ANSWER"


def beside_note(comment, verb):
    """A comment may begin with what a macro gives, and go on with init(): the part that speaks of the verb."""
    cut = re.search(r"init\(\)\s+makes", comment) if comment.startswith("TW_") else None
    if not cut:
        return comment
    return comment[:cut.start()] if verb.startswith("TW_") else comment[cut.start():]


def blocks(comment):
    """The paragraphs of a comment, and its lines that stand further in as they are."""
    parts = re.split(r"((?:^    .*\n?)+)", comment, flags=re.M)
    return [("text", textwrap.dedent(p).rstrip()) if p[:4] == "    " else ("p", sentences.sentence(" ".join(p.split())))
            for p in parts if p.strip()]


class Library(Forms):
    def version(self):
        text = (self.folder / "node.h").read_text(encoding="utf-8")
        return re.search(r'^#define TW_VERSION +"(.*)"$', text, re.M).group(1)

    def said(self, header, kind, verb):
        """The sentences of a verb."""
        if kind == "queue":
            for names, text in manual.rows(self.headers["verbs.h"].sections["WHAT THEY DO"][1]):
                if verb in names.split(", "):
                    return sentences.sentences(text)
        prefix = {"set": "tw_timers_", "delayqueue": "tw_delayqueue_"}.get(kind, "tw_")
        comments = [(g[0].comment, [d.name.removeprefix(prefix) for d in g]) for g in self.headers[header].groups()]
        for d in self.headers[header].declared:
            if d.kind == "macro":
                comments += [(c, [d.name]) for c in (self.headers[header].notes.get(d.name), d.comment) if c]
        for comment, verbs in comments:
            text, tag = beside_note(comment, verb), r"(?:^|[.] )(?=%s\(\))" % verb
            if verb in verbs:
                return sentences.of_each(text, verbs, IN_FAMILY)[verb]
            if re.search(tag, " ".join(text.split())):
                return sentences.of_each(re.split(tag, " ".join(text.split()))[1], [verb], IN_FAMILY)[verb]
        raise KeyError("nothing is said of %s in %s" % (verb, header))

    def drawn(self, header, kind, verb):
        """The blocks of a comment that has lines further in, as a list of calls; [] of others."""
        h = self.headers[header]
        found = h.find("tw_" + verb) or h.find(verb)
        comment = h.notes.get(verb) or (found.comment if found else "")
        return blocks(comment) if kind == "plain" and "\n    " in comment else []

    def argument(self, header, declaration):
        """What the headers say of an argument, by its name and its stars."""
        wanted = re.search(r"(\**)(\w+)$", declaration).groups()
        for name in (header, "verbs.h", "node.h"):
            for row in manual.rows(self.headers[name].sections.get("ARGUMENTS", ("", []))[1]):
                stars = re.search(r"(\**)[\w, ]+$", row[0]).group(1)
                if wanted[0] == stars and wanted[1] in re.split(r"[ *,]+", row[0]):
                    return row[1]
        raise KeyError("no argument %s in %s" % (declaration, header))

    def cost(self, structure, verb):
        for names, cost in self.costs(structure):
            if verb in names.split(", "):
                return cost
        return ""

    def costs(self, structure):
        lines = manual.columns(self.headers[structure + ".h"].sections["COST"][1])
        return [row for row in manual.rows(lines) if len(row) == 2]

    def answers(self, structure, verb):
        """What the header of a structure says of the verb's answers."""
        for group in self.headers[structure + ".h"].groups():
            verbs = [d.name[len("tw_" + structure + "_"):] for d in group]
            if verb in verbs:
                return " ".join(sentences.answers(sentences.of_each(group[0].comment, verbs)[verb])[0])
        return ""

    def wrong(self, header, verbs, arguments):
        """The rows of a header's table of errors that name a verb or an argument; all, if its verbs have one page."""
        told, alone = [], sum(isinstance(p, Family) and p.header == header for p in PAGES) == 1
        for what, answer in manual.rows(self.headers[header].sections.get(WRONG, ("", []))[1]):
            words = set(re.findall(r"\w+", what))
            null = what.startswith("NULL for") and arguments & {"*n", "*o"}
            if alone or null or words & set(verbs) or words & {a for a in arguments if len(a) > 3}:
                told.append([what, answer])
        return told

    def options(self):
        """[(header, [name])] of the options that each header has: what a row begins with, what has TW_IMPLEMENTATION's
        place, and the version."""
        found = []
        for name, h in self.headers.items():
            lines, version = (h.sections.get(t, ("", []))[1] for t in ("OPTIONS", "VERSION"))
            names = re.findall(r"^(TW_\w+)\b(?! instead)|\b(TW_\w+_IMPLEMENTATION)\b|(TW_VERSION\w*)",
                               "\n".join(lines + version), re.M)
            if lines:
                found.append((name, list(dict.fromkeys(n for group in names for n in group if n and public(n)))))
        return sorted(found, key=lambda f: (f[0] != "node.h", f[0]))
