# SPDX-License-Identifier: MIT-0
"""Draws legal settings of smallwheel.h and tick widths, and runs the contract's programs with each.

    settings.py [--settings N] [--ops N] [--seed N]

A setting is a tick width, the bits of the first and of the upper levels, and a number of levels. Every second one tells
apart all bits of a tick, or all but one, since the range ends there. The scenarios, random operations, those at the
edges of the rules and all short sequences must hold with each. The seed is taken from the clock and printed; it gives
the same settings again.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)


def legal(bits, first, upper, levels):
    """Does smallwheel.h take the setting?"""
    span = first + (levels - 1) * upper
    return levels >= 2 and span - upper < bits - 1


def draw(dice):
    """A setting: bits of a tick, of the first level, of the upper levels, and how many levels."""
    close = dice.random() < 0.5
    while True:
        bits = dice.choice([16, 16, 32, 32, 64])
        first, upper = dice.randint(3, dice.choice([5, 8])), dice.randint(3, dice.choice([5, 8]))
        levels = dice.randint(2, 20)
        span = first + (levels - 1) * upper
        if legal(bits, first, upper, levels) and (not close or span in (bits - 1, bits)):
            return bits, first, upper, levels


def build(setting, program, source):
    bits, first, upper, levels = setting
    numbers = (("FIRST_BITS", first), ("UPPER_BITS", upper), ("LEVELS", levels))
    subprocess.run(["cc", "-std=c99", "-O1", "-w", "-I" + os.path.dirname(TESTS), "-I" + HERE, f"-DTW_TICK_BITS={bits}",
                    "-DRIG_SETTING", *(f"-DTW_SMALLWHEEL_{name}={n}" for name, n in numbers), source, "-o", program],
                   check=True)


def holds(setting, work, ops, seed):
    """Runs the four programs with a setting."""
    drawn = ["--ops", str(ops), "--seed", str(seed)]
    runs = [("contract/scenarios.c", []), ("contract/random.c", drawn), ("contract/clocks.c", drawn),
            ("exhaustive/exhaustive.c", [])]
    for source, arguments in runs:
        program = os.path.join(work, os.path.basename(source)[:-2])
        build(setting, program, os.path.join(TESTS, source))
        done = subprocess.run([program] + arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"FAILED: {source} {' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description="runs the contract's programs with drawn settings of smallwheel.h")
    parser.add_argument("--settings", type=int, default=6, help="how many settings (6)")
    parser.add_argument("--ops", type=int, default=300000, help="random operations with each (300000)")
    parser.add_argument("--seed", type=int, default=time.time_ns() // 1000, help="of the draws (the clock)")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failed = 0

    print(f"settings: --seed {options.seed} --settings {options.settings} --ops {options.ops}", flush=True)
    with tempfile.TemporaryDirectory() as work:
        for _ in range(options.settings):
            setting, seed = draw(dice), dice.randrange(1, 1 << 32)
            print("settings: %d-bit ticks, TW_SMALLWHEEL_FIRST_BITS %d, _UPPER_BITS %d, _LEVELS %d" % setting, flush=True)
            failed += not holds(setting, work, options.ops, seed)
    print(f"settings: {options.settings - failed} of {options.settings} passed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
