#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""commands.py STRUCTURE SEED BITS [bad]: 300 random commands for tw_draw, on a clock of so many bits; with `bad`, one
in eight is a bad line. A small clock goes forward, and round once or twice."""
import random
import sys

BAD = [
    "fire", "ARM 1 2", "arm", "arm 1", "arm x 1", "arm 256 1", "arm 1 0x", "arm 1 99999999999999999999", "arm 1 5 2",
    "cancel", "cancel -1", "advance", "advance 1.5", "advance 4 5", "seed", "tower 1", "tower 1 3", "next 5", "arm 1 2\x01",
    "arm 1 2 \x7f", "#" + "x" * 1023, "arm " + "1 2 " * 300, "arm 1 5 # \u00e9\u2603 \U0001f600 \"quoted\" \\", "count 1",
]


class Commands:
    def __init__(self, structure, seed, bits):
        self.random = random.Random(f"{structure} {seed} {bits}")
        self.structure, self.bits, self.now = structure, bits, 0

    def tick(self):
        far = self.random.choice([4, 40, 400, 2000] if self.bits == 16 else [4, 40, 400, 70000, 1 << 40])
        tick = (self.now + self.random.randrange(far)) % (1 << self.bits)
        return self.random.choice([str(tick), hex(tick)])

    def timer(self):
        return self.random.randrange(self.random.choice([6, 30, 100]))

    def advance(self):
        step = self.random.choice([3, 20, 300] if self.bits == 16 else [3, 20, 300, 5000])
        self.now = (self.now + self.random.randrange(step)) % (1 << self.bits)
        return f"advance {self.now}"

    def skiplist(self):
        return self.random.choice([f"seed {self.random.randrange(1 << 32)}", f"tower {self.timer()} {self.random.randrange(3)}"])

    def command(self):
        n = self.random.randrange(32)
        if n < 13:
            pairs = self.random.choice([1, 1, 1, 3])
            return "arm " + " ".join(f"{self.timer()} {self.tick()}" for _ in range(pairs))
        if n < 17:
            return f"cancel {self.timer()}"
        if n < 21:
            return self.advance()
        if n < 24 and self.structure == "skiplist":
            return self.skiplist()
        return self.random.choice(["step", "step", "step", "next", "undo", "count", "check", "", "# a comment"])

    def lines(self, bad):
        for _ in range(300):
            yield self.random.choice(BAD) if bad and self.random.randrange(8) == 0 else self.command()


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    text = "\n".join(Commands(sys.argv[1], sys.argv[2], int(sys.argv[3])).lines(len(sys.argv) == 5)) + "\n"
    sys.stdout.buffer.write(text.encode() + (b"arm 1 5 # no UTF-8: \xff\xc0\n" if len(sys.argv) == 5 else b""))
