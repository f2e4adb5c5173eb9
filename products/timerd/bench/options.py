# SPDX-License-Identifier: MIT-0
"""The options of `measure`."""
import argparse
import os

import peers

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
BULLMQ = '5.81.5'
ABOUT = 'Measures timerd beside its engines and its peers, and writes products/timerd/MEASURED.md.'
PARTS = ['counted', 'cost', 'busy', 'owned', 'armings', 'firings', 'lateness', 'kills', 'far']
# timers that are counted; turns, timers of armings and firings, seconds of lateness, timers and kills of the kill test,
# firings and far timers
SMALL = {'counted': 5000, 'turns': 3, 'armed': 20000, 'seconds': 1, 'killed': 6000, 'deaths': 5, 'kills': 2, 'fired': 50000,
         'far': 200000}
FULL = {'counted': 20000, 'turns': 7, 'armed': 500000, 'seconds': 30, 'killed': 300000, 'deaths': 50, 'kills': 50, 'fired': 10**7,
        'far': 10**7}


def positive(text):
    n = int(text)
    if n < 1:
        raise ValueError
    return n


def read():
    p = argparse.ArgumentParser(description=ABOUT,
                                epilog='Build first: cmake --preset timerd, then cmake --build --preset timerd. '
                                'About ten minutes; --full: hours.')
    p.add_argument('programs', nargs='?', default=os.path.join(TOP, 'build', 'timerd'), help='the build directory')
    p.add_argument('--full', action='store_true', help='10^7 firings and far timers, 7 turns')
    p.add_argument('--only', action='append', choices=PARTS,
                   help='measure this part, keep the others of --results')
    p.add_argument('--system', action='append', choices=[k.name for k in peers.KINDS], metavar='NAME',
                   help='measure this system, keep the others of --results: '
                        + ', '.join(f"'{k.name}'" for k in peers.KINDS))
    p.add_argument('--results', metavar='FILE', help='keep what was measured; the page is made of it')
    p.add_argument('--page', metavar='FILE', default=os.path.join(TOP, 'products', 'timerd', 'MEASURED.md'))
    p.add_argument('--modules', metavar='DIR', help=f'node_modules that has bullmq (else npm installs {BULLMQ})')
    for name, small in SMALL.items():
        p.add_argument(f'--{name}', type=positive, metavar='N', help=f'{small}; --full: {FULL[name]}')
    chosen = p.parse_args()
    for name, size in (FULL if chosen.full else SMALL).items():
        setattr(chosen, name, getattr(chosen, name) or size)
    if not os.path.exists(os.path.join(chosen.programs, 'timerd', 'bench', 'client')):
        p.error(f'{chosen.programs} has no timerd/bench/client: build timerd_loads')
    return chosen
