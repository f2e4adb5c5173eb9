# SPDX-License-Identifier: MIT-0
"""Compares figures with bounds.list, which has a row for each target and row of its table."""
from measure import HERE
from page import SETS

LIST = HERE / "bounds.list"


def bounds():
    """By target and structure, a dictionary of bounds."""
    lines = [line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {(target, name): {key: int(cell) for key, cell in zip(SETS, cells) if cell != "-"}
            for target, name, *cells in lines}


def beyond(figures):
    """What is beyond its bound, or has none, or was not measured: a list of sentences."""
    found, bad = {}, []
    for target, structures in figures.items():
        for name, cells in structures.items():
            found[target.name, name] = cells
    allowed = bounds()
    for row in sorted({*found, *allowed}):
        have, most = found.get(row, {}), allowed.get(row, {})
        for key in SETS:
            if (key in have) != (key in most):
                bad.append(f"{' '.join(row)}, {key}: {'no bound' if key in have else 'not measured'}")
            elif key in have and have[key] > most[key]:
                bad.append(f"{' '.join(row)}, {key}: {have[key]}, more than {most[key]}")
    return bad
