#!/bin/sh
# footprint_test.sh [peers | parts | small]: no figure of docs/footprint.md is beyond its bound, and the page is what
# tools/footprint prints. With peers: those in Debian's sources are as large as the page says; this wants a network. With
# parts: parts.py finds what it takes out of the headers. With small: docs/two-kilobytes.md has the tables of small.py.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

if [ "${1-}" = parts ]; then
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$TW_SOURCE/tools/footprint" python3 -c '
import parts
from pathlib import Path

for edits in parts.PARTS.values():
    parts.without(edits, Path("."))'
    exit 0
fi
need arm-none-eabi-gcc
need riscv64-unknown-elf-gcc
need avr-gcc

if [ "${1-}" = peers ]; then
    need apt-get
    cp -R "$TW_SOURCE"/*.h "$TW_SOURCE/tools" .
    mkdir tests && cp "$TW_SOURCE/tests/ctokens.py" tests
    python3 tools/footprint --peers
    diff "$TW_SOURCE/tools/footprint/peers/debian.list" tools/footprint/peers/debian.list ||
        { echo "FAILED: tools/footprint/peers/debian.list is out of date"; exit 1; }
    exit 0
fi

if [ "${1-}" = small ]; then
    need qemu-system-avr
    need clang
    need ld.lld
    need mspdebug
    python3 "$TW_SOURCE/tools/footprint/small.py" >printed
    page=$TW_SOURCE/docs/two-kilobytes.md
    grep '^|' "$page" | diff - printed || { echo "FAILED: $page is out of date"; exit 1; }
    exit 0
fi

python3 "$TW_SOURCE/tools/footprint" >page.md || { echo "FAILED: above a bound"; exit 1; }

# Other compilers give other figures: the page is compared if it names these.
for prefix in arm-none-eabi- riscv64-unknown-elf- avr-; do
    grep -qF "$(${prefix}gcc --version | head -n 1)" "$TW_SOURCE/docs/footprint.md" || exit 0
done
diff "$TW_SOURCE/docs/footprint.md" page.md || { echo "FAILED: docs/footprint.md is out of date"; exit 1; }
echo "ok"
