#!/bin/sh
# The bound that tools/cost/worst.py finds is that of the code that runs: two files each have a function of the same name,
# and in either order of the files the verb calls its own. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
need glpsol
need python3
rm -rf "$TW_WORK"
mkdir -p "$TW_WORK"
cd "$TW_WORK"
cat >verb.c <<'END'
static __attribute__((noinline)) int step(int x) { return 3 * x; }
int verb(int x);
int verb(int x) { return step(step(x) + 1); }
END
cat >other.c <<'END'
static __attribute__((noinline)) int step(int x) { return 3 * x + (x ^ 5) * (x ^ 7) * (x ^ 11); }
int other(int x);
int other(int x) { return step(step(x) + 1); }
END
for name in verb other; do
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os -g -c "$name.c"
done
arm-none-eabi-ld -e verb verb.o other.o -o verb_first.elf
arm-none-eabi-ld -e verb other.o verb.o -o verb_last.elf
python3 -B - "$TW_SOURCE/tools/cost" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from worst import Flow, Program
bounds = {name: [Flow(Program(f"{order}.elf"), name, []).worst() for order in ("verb_first", "verb_last")]
          for name in ("verb", "other")}
print(bounds)
assert bounds["verb"][0] == bounds["verb"][1] and bounds["other"][0] == bounds["other"][1], "by the order of the files"
assert bounds["verb"][0] < bounds["other"][0], "not by the code that is called"
END
