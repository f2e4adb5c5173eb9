# SPDX-License-Identifier: MIT-0
"""The small application over these headers and over timers of others, for the first target."""
import re
import shutil
import tarfile
import tempfile
from collections import namedtuple
from pathlib import Path

from measure import HERE, Bench, run
from targets import STRUCTURES, TARGETS

PEERS = HERE / "peers"
DEBIAN, NOTED = PEERS / "debian.list", PEERS / "given.list"

# The peers in Debian's sources: package, program beside small.c; in the package, what is compiled and where headers lie.
PACKAGES = {
    "lwIP, sys_timeout": ("lwip", "lwip.c", ["src/core/timeouts.c", "src/core/memp.c"], "src/include"),
    "timeout.c, wheels": ("tor", "timeout.c", [], "src"),
}
# The peers whose source is given: program beside small.c, options; in the source, what is compiled, files that the
# program includes, and a folder of headers with those that are taken from there. stand_in.h, in a folder with the name
# of the program, stands in for all other headers.
Given = namedtuple("Given", "program options sources included folder headers")
TIMEOUT = (["kernel/timeout.c"], [], "include", ["zephyr/sys/dlist.h"])
GIVEN = {
    "RIOT, ztimer": Given("riot.c", ["-DNDEBUG"], ["sys/ztimer/core.c"], [], "", []),
    "Zephyr, timeout.c": Given("zephyr.c", ["-DWIDE=0"], *TIMEOUT),
    "Zephyr, timeout.c, 64-bit ticks": Given("zephyr.c", ["-DWIDE=1"], *TIMEOUT),
    "ThreadX, timers": Given(
        "threadx.c", [], [*(f"common/src/tx_timer_{part}.c" for part in (
            "initialize", "create", "change", "activate", "deactivate", "system_activate", "expiration_process")),
            "utility/low_power/tx_low_power.c"], [], "common/inc", ["tx_timer.h"]),
    "FreeRTOS, timers.c": Given("freertos.c", [], ["list.c"], ["timers.c"], "include", ["list.h"]),
    "Mynewt, os_callout.c": Given("mynewt.c", [], ["kernel/os/src/os_callout.c"], [], "", []),
}
LIBRARY = {"assert.h", "errno.h", "inttypes.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
           "stdlib.h", "string.h"}
# They want memset() and headers of a C library.
HOSTED = ["-std=gnu99", "-fhosted", "-w", "-Wl,--start-group", "-lgcc", "-lc", "-Wl,--end-group"]


def rows(file):
    """The rows of a list: name, bytes, bytes of RAM in some lists, remark."""
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return [(name.strip(), *map(int, bytes), remark.strip()) for name, *bytes, remark in
            (line.split("|") for line in lines)]


class Small:
    """The small application, for one target."""

    def __init__(self):
        self.bench = Bench(TARGETS[0])
        self.own = self.built(PEERS / "nothing.c")

    def built(self, *arguments):
        """Bytes of code with eight timers, and of RAM with sixteen."""
        code, _ = (self.bench.linked(PEERS / "small.c", *arguments, f"-DSUBJECT_TIMERS={timers}", f"-I{PEERS}",
                                     "-Wl,-u,tick_interrupt") for timers in (8, 16))
        return code, self.bench.ram()

    def bytes(self, *arguments):
        code, ram = self.built(*arguments)
        return code - self.own[0], ram - self.own[1]

    def ours(self, structure, *options):
        return self.bytes(PEERS / "tw.c", *structure.options("SUBJECT_TIMERS"), *options)


def own_rows():
    """Rows of these headers, and of the array that needs none."""
    small = Small()
    found = [("array of counters", *small.bytes(PEERS / "countdown.c"), "in no order; O(n) per poll and next")]
    for structure in STRUCTURES:
        found.append((f"**{structure.name}**", *small.ours(structure), "a set of TW_TIMERS_OF"))
        found.append((f"**{structure.name}**, table", *small.ours(structure, "-DRUNTIME", "-DTW_CHECK=0"),
                      "a set chosen at run time, TW_CHECK 0"))
    return found


def fetched(package, folder):
    """The version of a source package, fetched with apt and unpacked in a folder, without a change to this system."""
    apt = folder / "apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (apt / part).mkdir(parents=True, exist_ok=True)
    (apt / "sources.list").write_text(run("apt-get", "indextargets", "Identifier: Packages", "Origin: Debian",
                                          "--format", "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)"))
    command = ["apt-get", "-qq", "-o", f"Dir::Etc::SourceList={apt}/sources.list", "-o",
               "Dir::Etc::SourceParts=/dev/null", "-o", f"Dir::State::Lists={apt}/lists", "-o",
               f"Dir::Cache={apt}/cache"]
    run(*command, "update")
    files = [line.split()[1] for line in run(*command, "source", "--print-uris", package).splitlines()
             if line.startswith("'")]
    run(*command, "source", "--download-only", package, cwd=folder)
    archive = next(folder / file for file in files if ".orig.tar." in file and not file.endswith(".asc"))
    with tarfile.open(archive) as tar:
        tar.extractall(folder / package)
    return next(file for file in files if file.endswith(".dsc"))[len(package) + 1:-len(".dsc")]


def write_debian_list():
    """Fetches and builds the peers in Debian, and writes their rows anew."""
    head = "".join(line + "\n" for line in DEBIAN.read_text().splitlines() if line.startswith("#"))
    small, lines = Small(), ""
    for name, (package, program, sources, headers) in PACKAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            version = fetched(package, Path(folder))
            top = next((Path(folder) / package).iterdir())
            bytes, ram = small.bytes(PEERS / program, *[top / source for source in sources], f"-I{top / headers}",
                                f"-I{PEERS / 'lwip'}", *HOSTED)
        print(f"{name}: {bytes} bytes, {ram} of RAM, Debian's {package} {version}")
        lines += f"{name} | {bytes} | {ram} | Debian's {package} {version}\n"
    DEBIAN.write_text(head + lines)


def stand_in(texts, folder):
    """Makes the headers that these texts include, and that the folder and the C library lack: each is stand_in.h."""
    for header in {header for text in texts for header in re.findall(r"^\s*#\s*include\s*[<\"](.+)[>\"]", text, re.M)}:
        file = folder / header
        if header not in LIBRARY and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text('#include "stand_in.h"\n')


def of_source(small, top, peer):
    """Bytes of code and of RAM of a peer whose source is in the folder."""
    with tempfile.TemporaryDirectory() as folder:
        for header in peer.headers:
            file = Path(folder) / header
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(top / peer.folder / header, file)
        headers = [Path(peer.folder) / header for header in peer.headers]
        stand_in([(top / file).read_text() for file in (*peer.sources, *peer.included, *headers)], Path(folder))
        return small.bytes(PEERS / peer.program, *[top / source for source in peer.sources], *peer.options,
                           f"-I{PEERS / Path(peer.program).stem}", f"-I{folder}", f"-I{top}", *HOSTED)


def given(top):
    """The rows of the peers whose source is in the folder: name, bytes, bytes of RAM."""
    small = Small()
    for name, peer in GIVEN.items():
        if (top / peer.sources[0]).is_file():
            yield name, *of_source(small, top, peer)
