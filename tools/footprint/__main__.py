# SPDX-License-Identifier: MIT-0
"""python3 tools/footprint [--peers | --from DIR]: prints docs/footprint.md, what the headers take of small machines.

Compiles for each target in targets.py, and says on stderr which figures are beyond bounds.list: then the exit status
is 1. Takes half a minute, and the cross compilers; by Debian's packages, gcc-arm-none-eabi gcc-riscv64-unknown-elf
gcc-avr.

--from DIR  prints the rows of the peers whose source is in DIR, a copy of RIOT, Zephyr, ThreadX, FreeRTOS's kernel or
            Mynewt, of the version that peers/given.list names
--peers     fetches peers from Debian's sources, builds them, and writes their rows, peers/debian.list, anew; takes apt
            and libnewlib-arm-none-eabi, too
"""
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # before the modules beside this one
from bounds import beyond
from figures import figures
from measure import Bench
from page import page
from parts import parts
from peers import GIVEN, given, own_rows, write_debian_list
from targets import TARGETS


def progress(text):
    if sys.stderr.isatty():
        print(f"footprint: {text}", file=sys.stderr)


def measured():
    found, versions, costs = {}, {}, {}
    for target in TARGETS:
        progress(target.title)
        bench = Bench(target)
        found[target], versions[target], costs[target] = figures(bench), bench.version(), parts(target)
    print(page(found, versions, costs, own_rows()), end="")
    bad = beyond(found)
    for line in bad:
        print(f"footprint: {line}", file=sys.stderr)
    return 1 if bad else 0


def print_given(folder):
    try:
        found = list(given(Path(folder)))
    except FileNotFoundError as error:
        found, why = [], f"no {error.filename}"
    except SystemExit as error:
        found, why = [], f"not built; peers/given.list names the versions that are\n{error}"
    else:
        why = f"no source of {', '.join(dict.fromkeys(name.split(',')[0] for name in GIVEN))} in {folder}"
    for name, code, ram in found:
        print(f"{name}: {code} bytes, {ram} of RAM")
    if not found:
        print(f"footprint: {why}", file=sys.stderr)
    return 0 if found else 2


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__, end="")
        return 0
    taken = len(arguments) == 2 and arguments[0] == "--from"
    if arguments not in ([], ["--peers"]) and not taken:
        print("footprint: there are the options --peers and --from DIR, and --help tells more", file=sys.stderr)
        return 2
    for target in TARGETS:
        if not shutil.which(target.prefix + "gcc"):
            print(f"footprint: no {target.prefix}gcc here", file=sys.stderr)
            return 2
    if taken:
        return print_given(arguments[1])
    return write_debian_list() or 0 if arguments else measured()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
