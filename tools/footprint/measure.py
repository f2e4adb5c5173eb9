# SPDX-License-Identifier: MIT-0
"""Compiles for a target, and reads off bytes."""
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent


def run(*command, cwd=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        raise SystemExit(f"footprint: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


class Bench:
    """A directory to compile in, for one target, against the headers of a folder; its own: for a copy of them."""

    def __init__(self, target, headers=TOP):
        self.target = target
        self.directory = tempfile.TemporaryDirectory()
        self.path = Path(self.directory.name)
        self.flags = [*target.flags.split(), "-Os", "-std=c99", "-ffreestanding", f"-DTW_TICK_BITS={target.bits}",
                      f"-I{headers or self.path}", f"-I{HERE}"]

    def tool(self, name, *arguments):
        return run(self.target.prefix + name, *arguments)

    def version(self):
        return self.tool("gcc", "--version").splitlines()[0]

    def size(self, file):
        """Bytes of code and constants; those of an AVR are initialised data."""
        text, data = self.tool("size", file).splitlines()[1].split()[:2]
        return int(text) + int(data)

    def compiled(self, text, *options):
        """The object file of a source text."""
        source, object_file = self.path / "source.c", self.path / "source.o"
        source.write_text(text)
        self.tool("gcc", *self.flags, *options, "-c", source, "-o", object_file)
        return object_file

    def linked(self, *arguments):
        """Bytes of a program, of which the linker drops what nobody calls."""
        program = self.path / "program.elf"
        self.tool("gcc", *self.flags, "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-nostdlib",
                  "-Wl,-e,_start", *arguments, "-lgcc", "-o", program)
        return self.size(program)

    def ram(self):
        """Bytes of RAM of the program that was last linked."""
        data, bss = self.tool("size", self.path / "program.elf").splitlines()[1].split()[1:3]
        return int(data) + int(bss)

    def numbers(self, headers, *expressions):
        """The values of expressions, by the compiler: an array has its size."""
        includes = "".join(f'#include "{header}"\n' for header in headers)
        arrays = "".join(f"char number{i}[{expression}];\n" for i, expression in enumerate(expressions))
        symbols = self.tool("nm", "-S", self.compiled(includes + arrays))
        return [int(size, 16) for size in re.findall(r"^\w+ (\w+) \w number\d$", symbols, re.MULTILINE)]

    def frame(self):
        """The largest frame, in bytes of stack, of the functions that were last compiled, with -fstack-usage."""
        lines = [line.split("\t") for line in (self.path / "source.su").read_text().splitlines()]
        dynamic = [line[0] for line in lines if line[2] != "static"]
        if dynamic:
            raise SystemExit(f"footprint: no bound on the stack of {dynamic[0]}")
        return max(int(line[1]) for line in lines)
