#!/bin/sh
# ten_minutes_test.sh LANGUAGE: the part of TEN_MINUTES.md about C, Rust or Go does what the page says. Its files are
# saved, its commands run, and they print the lines that stand below them. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3
need cc
need cmake
case $1 in Rust) need rustc ;; Go) need go ;; esac
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE"/* .
export GOCACHE="$TW_WORK/cache" GO111MODULE=off
python3 -B - "$TW_SOURCE/products/judge/TEN_MINUTES.md" "$1" <<'EOT'
import pathlib
import re
import subprocess
import sys

page, language = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[2]
head, *parts = re.split(r"^## ", page, flags=re.M)
part = head + next(part for part in parts if part.startswith(language + "\n"))
printed = None
for name, kind, block in re.findall(r"(?:^<!-- file: (\S+) -->\n)?^```(\S+)[^\n]*\n(.*?)^```$", part, re.M | re.S):
    if name:
        assert not pathlib.Path(name).exists(), f"{name} would replace a file of the repository"
        pathlib.Path(name).write_text(block, encoding="utf-8")
    elif kind == "sh":
        result = subprocess.run(["sh", "-c", block], stdout=subprocess.PIPE, text=True, check=False)
        printed = result.stdout
        assert result.returncode in (0, 1), block
    elif kind == "text":
        assert block in printed, (block, printed)
        print("as the page says:", block.splitlines()[0])
        printed = None
assert printed is None, "no block says what the last commands print"
EOT
