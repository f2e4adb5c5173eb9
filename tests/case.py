#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
r"""case.py [--update] FILE PROGRAM [NAME...]: runs the cases of a transcript with PROGRAM, all or
those named. It compares what each run prints with what the transcript wants. With --update it
writes the transcript anew instead.

A line of a transcript is empty, or a mark, a blank and a text:

    # REMARK
    = NAME          a case; it has a work directory of its own
    = PROGRAM.NAME  a case of this program, where FILE has cases of several
    % NAME=VALUE    a variable for the runs of a case; above the first case, for all cases
    $ COMMAND       a run: a line for sh
    < TEXT          a line of its stdin; above the first run, for all runs that have none
    | TEXT          a line that it prints on stdout
    ! TEXT          a line that it prints on stderr
    ? STATUS        how it ends, if not with 0; above the first run, for all runs that have none

PROGRAM lies in the work directory. The case says its name there, or else it is FILE's without the
ending. A NAME that ends with a dot stands for all cases of that program. A COMMAND finds the
sources in $TW_SOURCE. In a TEXT, \n, \r, \t, \\ and \xHH are bytes. A blank at the end is \x20. A
\c at the end leaves out the newline."""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[1]
ALLOWED = "%", "%<?", "<|!?"  # in the head of a file, in that of a case, and in a run
BYTES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\", b"c\n": b""}


class Wrong(Exception):
    """What is wrong with a transcript, or with the arguments."""


class Part:
    """A transcript, a case in it, or a run of that; `below` are the parts of it."""

    def __init__(self, title, line):
        self.title, self.below, self.given = title, [], {mark: [] for mark in "%<|!?"}
        self.begun, self.wanted = line, []  # the last line of title and stdin, and the lines below

    def give(self, mark, text, line):
        if mark == "?" and (self.given["?"] or not re.fullmatch("[0-9]{1,3}", text)):
            raise Wrong("a status is one number")
        if mark == "%" and not re.match(r"\w+=", text):
            raise Wrong("a variable is NAME=VALUE")
        self.given[mark].append(decoded(text) if mark in "<|!" else text)
        if mark == "<":
            self.begun = line
        else:
            self.wanted.append(line)


def decoded(text):
    """The bytes of a line of TEXT."""
    def byte(found):
        code = found[1]
        if code not in BYTES and not re.fullmatch(b"x[0-9a-f]{2}", code):
            raise Wrong(f"no escape: {text}")
        return BYTES[code] if code in BYTES else bytes([int(code[1:], 16)])
    return re.sub(rb"\\(x..|c\n|.)", byte, text.encode() + b"\n", flags=re.S)


def encoded(mark, data):
    """The marked lines of TEXT that give these bytes."""
    def shown(character):
        if character in "\r\t\\":
            return {"\r": "\\r", "\t": "\\t", "\\": "\\\\"}[character]
        if character.isprintable():
            return character
        return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))
    text = data.decode("utf-8", "surrogateescape")
    lines = ["".join(map(shown, line)) for line in text.split("\n")]
    lines[-1:] = [lines[-1] + "\\c"] if lines[-1] else []
    return [(mark + " " + re.sub(" $", r"\\x20", line)).rstrip() for line in lines]


def begin(parts, mark, text, line):
    """A new part; `parts` are those around a line, from the transcript down."""
    if mark == "=" and not re.fullmatch(r"(\w+\.)?\w+", text):
        raise Wrong("the name of a case is letters, digits and _, or PROGRAM.NAME")
    if mark == "=" and text in [case.title for case in parts[0].below]:
        raise Wrong(f"{text} is there twice")
    del parts["=$".index(mark) + 1:]
    parts.append(Part(text, line))
    parts[-2].below.append(parts[-1])


def parsed(path):
    """The transcript in a file, and its lines."""
    lines = path.read_bytes().decode().split("\n")
    parts = [Part(path.stem, 0)]
    for number, line in enumerate(lines, 1):
        mark, text = line[:1], line[2:]
        try:
            if line[1:2] not in ("", " "):
                raise Wrong(f"no mark: {line}")
            if mark == "=" or mark == "$" and len(parts) > 1:
                begin(parts, mark, text, number)
            elif mark in tuple(ALLOWED[len(parts) - 1]):
                parts[-1].give(mark, text, number)
            elif mark not in ("", "#"):
                raise Wrong(f"no mark that may stand here: {line}")
        except Wrong as error:
            raise Wrong(f"{path}:{number}: {error}") from None
    for part in parts[0].below or parts[:1]:
        if not part.below:
            raise Wrong(f"{path}: {part.title} has no {'run' if parts[0].below else 'case'}")
    return parts[0], lines


def stdin(case, run):
    return b"".join(run.given["<"] or case.given["<"])


def differs(env, work, case, run):
    """The lines that would want what a run prints, or None if it prints what is wanted."""
    with tempfile.TemporaryFile() as file:
        file.write(stdin(case, run))
        file.seek(0)
        ran = subprocess.run(["sh", "-c", run.title], stdin=file, capture_output=True,
                             cwd=work, env=env, check=False)
    status = ran.returncode if ran.returncode >= 0 else 128 - ran.returncode
    usual = int((case.given["?"] or ["0"])[0])
    wanted = b"".join(run.given["|"]), b"".join(run.given["!"]), int((run.given["?"] or [usual])[0])
    if wanted == (ran.stdout, ran.stderr, status):
        return None
    return encoded("|", ran.stdout) + encoded("!", ran.stderr) + [f"? {status}"] * (status != usual)


def anew(lines, changed):
    """The lines of a transcript, where for some runs other lines are wanted."""
    left_out = {line for run in changed for line in run.wanted}
    added = {run.begun: wanted for run, wanted in changed.items()}
    return [text for number, line in enumerate(lines, 1)
            for text in ([] if number in left_out else [line]) + added.get(number, [])]


def changes(asked, transcript, case, folder):
    """The runs of a case that print something else, each with the lines that would want it."""
    work = pathlib.Path(folder, case.title)
    work.mkdir()
    (work / (case.title.rpartition(".")[0] or transcript.title)).symlink_to(asked.program.resolve())
    env = {**os.environ, "TW_SOURCE": str(SOURCE)}
    env.update(text.split("=", 1) for text in transcript.given["%"] + case.given["%"])
    found = ((run, differs(env, work, case, run)) for run in case.below)
    return {run: wanted for run, wanted in found if wanted is not None}


def chosen(path, program, names):
    """The transcript, its lines, and the cases that are asked for."""
    transcript, lines = parsed(path)
    asked = {name: [case for case in transcript.below if case.title == name
                    or name.endswith(".") and case.title.startswith(name)] for name in names}
    for name, cases in asked.items():
        if not cases:
            raise Wrong(f"{path} has no case {name}")
    if not os.access(program, os.X_OK):
        raise Wrong(f"there is no program {program}")
    cases = [case for case in transcript.below if not names or case in sum(asked.values(), [])]
    return transcript, lines, cases


def main():
    words = argparse.ArgumentParser(usage=__doc__.split(":")[0], add_help=False)
    words.add_argument("--update", action="store_true")
    words.add_argument("file", type=pathlib.Path)
    words.add_argument("program", type=pathlib.Path)
    words.add_argument("names", nargs="*")
    asked = words.parse_args()
    try:
        transcript, lines, cases = chosen(asked.file, asked.program, asked.names)
    except (Wrong, OSError, UnicodeDecodeError) as error:
        sys.exit(f"case.py: {error}")
    changed, failed, word = {}, 0, "written" if asked.update else "FAILED"
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            found = changes(asked, transcript, case, folder)
            changed.update(found)
            failed += bool(found)
            print(f"{word if found else 'ok'}: {case.title}", flush=True)
    after = anew(lines, changed)
    sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(
        lines, after, str(asked.file), f"what {asked.program} prints", lineterm=""))
    if asked.update:
        asked.file.write_bytes("\n".join(after).encode())
    elif failed:
        again = f"{sys.argv[0]} {asked.file} {asked.program} NAME"
        sys.exit(f"{failed} of {len(cases)} cases failed; one alone: {again}")


if __name__ == "__main__":
    main()
