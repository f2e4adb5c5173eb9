# SPDX-License-Identifier: MIT-0
"""Puts a fault of a list into a copy of the sources. README.md explains the lists.

    seed.py LIST                 prints the names of the faults
    seed.py LIST PREFIX.         prints those that begin so, without the prefix
    seed.py LIST NAME DIRECTORY  edits the files below the directory, and prints the values of the
                                 fault for a shell
"""
import collections
import pathlib
import re
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from ctokens import lexemes, tokens  # noqa: E402

# name, its place as LIST:LINE, the values by key, the edits in their order
Fault = collections.namedtuple("Fault", "name place values edits")
# the file, the scope in it ("" is the file level), whether all occurrences are meant, whether code
# is taken as plain text, and the code: what goes and what comes
Edit = collections.namedtuple("Edit", "file scope each text goes comes")

PLACE = re.compile(r"in (\S+) (.+?)( each)?:")
KEY = re.compile(r"([a-z_]+):(?: (.*))?")


class Wrong(Exception):
    """A list or a fault is wrong; the text is for its author."""


def declared(line, place):
    """What the line `keys: a b=c d=` says: by key, the value where a fault has none, or None."""
    if not line.startswith("keys:"):
        raise Wrong(f"{place}: the first line has to declare the keys")
    pairs = (word.partition("=") for word in shlex.split(line[5:]))
    return {key: default if sign else None for key, sign, default in pairs}


class Reader:
    """Reads a list line by line; `faults` has what was read."""

    def __init__(self, path):
        self.path, self.keys, self.faults = path, None, {}
        self.fault = self.where = None
        self.goes, self.comes = [], []

    def read(self):
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            self.place = f"{self.path.name}:{number}"
            self.line(line)
        self.end_fault()
        return self.faults

    def line(self, line):
        if not line.strip() or line.lstrip().startswith("#"):
            self.end_edit()
        elif self.keys is None:
            self.keys = declared(line, self.place)
        elif line.startswith("fault "):
            self.begin_fault(line[6:].strip())
        elif self.fault and line.startswith("    "):
            self.inside(line[4:])
        else:
            raise Wrong(f"{self.place}: no fault, key, place or code: {line}")

    def begin_fault(self, name):
        self.end_fault()
        if name in self.faults or not re.fullmatch(r"[a-z0-9_.]+", name):
            raise Wrong(f"{self.place}: this name is there already, or is no name: {name}")
        self.fault = Fault(name, self.place, {}, [])

    def inside(self, line):
        if line[:2].rstrip() == "-":
            if self.comes:
                self.end_edit()
            self.goes.append(line[2:])
        elif line[:2].rstrip() == "+":
            self.comes.append(line[2:])
        elif PLACE.fullmatch(line):
            self.end_edit()
            self.where = PLACE.fullmatch(line)
        else:
            self.end_edit()
            self.value(line)

    def value(self, line):
        match = KEY.fullmatch(line)
        if not match or match[1] not in self.keys:
            raise Wrong(f"{self.place}: unknown key: {line}")
        if match[1] in self.fault.values:
            raise Wrong(f"{self.place}: this key is there already: {line}")
        self.fault.values[match[1]] = match[2] or ""

    def end_edit(self):
        goes, comes = "\n".join(self.goes), "\n".join(self.comes)
        if goes or comes:
            if not self.where or not goes:
                raise Wrong(f"{self.place}: code without a place, or without code that goes")
            file, scope, each = self.where.groups()
            place = "" if scope == "file level" else scope
            self.fault.edits.append(Edit(file, place, bool(each), scope == "text", goes, comes))
        self.goes, self.comes = [], []

    def end_fault(self):
        self.end_edit()
        if self.fault:
            values = {**self.keys, **self.fault.values}
            missing = [key for key, value in values.items() if value is None]
            if missing:
                raise Wrong(f"{self.fault.place}: {self.fault.name} has no {missing[0]}")
            self.faults[self.fault.name] = self.fault._replace(values=values)
        self.fault = self.where = None


def read(path):
    """The faults of a list by name."""
    return Reader(pathlib.Path(path)).read()


def matches(source, edit):
    """The first and the last token of each occurrence of the code that goes; they do not overlap."""
    goes = [(word, edit.scope) for word, _, _ in lexemes(edit.goes)]
    found, i = [], 0
    while i + len(goes) <= len(source):
        run = source[i:i + len(goes)]
        if [(token.text, token.scope) for token in run] == goes:
            found.append((run[0], run[-1]))
            i += len(goes)
        else:
            i += 1
    return found


def placed(text, first, comes):
    """The code that comes, indented as the line of `first`, the token whose place it takes. In a
    directive, such as a macro, it has one line."""
    if first.directive:
        return f" {comes} ".replace("\n", " ")
    line = text[text.rfind("\n", 0, first.begin) + 1:first.begin]
    indent = line[:len(line) - len(line.lstrip())]
    return (" " if line.strip() else "") + comes.replace("\n", "\n" + indent) + " "


def spans(text, edit):
    """(begin, end, code that comes) of each occurrence."""
    if edit.text:
        return [(*match.span(), edit.comes) for match in re.finditer(re.escape(edit.goes), text)]
    return [(first.begin, last.end, placed(text, first, edit.comes))
            for first, last in matches(tokens(text), edit)]


def edited(text, edit, name):
    """The text of the file after the edit."""
    found = spans(text, edit)
    if len(found) != 1 and not (found and edit.each):
        times = f"fits {len(found)} times" if found else "does not fit any more"
        place = f"{edit.file}, {edit.scope or 'file level'}"
        raise Wrong(f"{name}: {place}: {times}: {' '.join(edit.goes.split())}")
    for begin, end, comes in reversed(found):
        text = text[:begin] + comes + text[end:]
    return text


def seeded(fault, text_of):
    """The files that the fault changes: new text by path. text_of gives the text of a path."""
    files = {}
    for edit in fault.edits:
        text = files[edit.file] if edit.file in files else text_of(edit.file)
        files[edit.file] = edited(text, edit, fault.name)
    return files


def main(path, name="", directory=None):
    faults = read(path)
    if directory is None:
        names = [fault[len(name):] for fault in faults if fault.startswith(name)]
        if not names:
            raise Wrong(f"{path} has no fault {name}")
        print("\n".join(names))
        return
    if name not in faults:
        raise Wrong(f"{path} has no fault {name}")
    folder = pathlib.Path(directory)
    for file, text in seeded(faults[name], lambda file: (folder / file).read_text()).items():
        (folder / file).write_text(text)
    for key, value in faults[name].values.items():
        print(f"{key}={shlex.quote(value)}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Wrong, OSError) as error:
        sys.exit(f"seed.py: {error}")
