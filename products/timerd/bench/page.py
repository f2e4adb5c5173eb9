# SPDX-License-Identifier: MIT-0
"""products/timerd/MEASURED.md, made of what was measured."""
import textwrap

from cost import STEPS
from text import ABOUT, HEAD


def table(head, rows):
    lines = [head, ['---'] + ['---:'] * (len(head) - 1)] + rows
    return ''.join('| ' + ' | '.join(str(cell) for cell in line) + ' |\n' for line in lines)


def count(n):
    return f'{n:,.0f}'.replace(',', ' ')


def milliseconds(us):
    return f'{us / 1000:.1f}' if us < 100000 else count(us / 1000)


def megabytes(n):
    return f'{n / 1e6:.1f} MB'


def present(part):
    return [(name, row) for name, row in part['rows'].items() if 'left_out' not in row]


def left_out(part):
    return ''.join(f"\nLeft out: {name} ({row['left_out']}).\n" for name, row in part['rows'].items()
                   if 'left_out' in row)


def cost(part):
    def line(name, row, who, label):
        cells = [f"{row[step][who]:.1f}" if who in row[step] else '' for step in STEPS]
        total = sum(row[step][who] for step in STEPS) if who != 'bare' else 0
        firing = sum(row[step][who] for step in STEPS[1:]) if who != 'bare' else 0
        return [label, *cells, f'{total:.1f}' if total else '', count(1e6 / total) if total else '',
                count(1e6 / firing) if firing else '']
    rows = []
    for name, row in present(part):
        rows.append(line(name, row, 'timerd', name))
        if row['arm']['redis']:
            rows.append(line(name, row, 'redis', 'its redis-server'))
        if 'bare' in row['arm']:
            rows.append(line(name, row, 'bare', 'the bare engine'))
            rows.append(['part of it', *(f"{row[step]['part']:.2f}" if 'part' in row[step] else '' for step in STEPS),
                         '', '', ''])
    return table(['us a timer', *STEPS, 'all', 'timers/s of one core', 'without arm'], rows)


def counted(part):
    def cells(row, name, style):
        return [style(row[step][name]) for step in STEPS] + [style(sum(row[step][name] for step in STEPS))]
    rows = []
    for _, row in present(part):
        rows.append(['instructions of redis-server', *cells(row, 'instructions', count)])
        rows.append(['bytes of the append-only file', *cells(row, 'bytes', count)])
        rows.append(['commands, those of scripts included', *cells(row, 'commands', lambda n: f'{n:.2f}')])
    return table(['a timer', *STEPS, 'all'], rows)


def busy(part):
    rows = []
    for name, row in present(part):
        rows.append([f'{name}, timers/s', *(count(row[step]['rate']) for step in STEPS)])
        rows.append(['redis-server has work, % of the time', *(count(100 * row[step]['redis']) for step in STEPS)])
        rows.append(['timerd has work, % of the time', *(count(100 * row[step]['timerd']) for step in STEPS)])
    return table(['', *STEPS], rows)


def owned(part):
    return table(['', 'shards', 'owned after, ms', 'the slowest turn, ms'],
                 [[name, r['shards'], count(r['ms']), count(r['most'])] for name, r in present(part)])


def armings(part):
    return table(['', 'armings/s', 'slowest, fastest turn', 'bare engine, rows/s', 'part of it', 'armings a commit'],
                 [[name, count(r['rate']), f"{count(r['least'])}, {count(r['most'])}",
                   count(r['limit']) if 'limit' in r else '', f"{r['ratio']:.2f}" if 'ratio' in r else '',
                   count(r['commit']) if 'commit' in r else ''] for name, r in present(part)])


def firings(part):
    return table(['', 'firings/s', 'bare engine, rows/s', 'part of it'],
                 [[name, count(r['rate']), count(r['limit']), f"{r['ratio']:.2f}"] for name, r in present(part)])


def lateness(part):
    return table(['', 'wanted/s', 'done/s', 'p50, ms', 'p99, ms', 'most, ms', 'early', 'lost', 'twice'],
                 [[name, count(r['wanted']), count(r['rate']), milliseconds(r['p50']), milliseconds(r['p99']),
                   milliseconds(r['worst']), r['early'], r['lost'], r['twice']]
                  for name, both in part['rows'].items() if isinstance(both, list) for r in both])


def kills(part):
    head = ['', 'timers', 'in hand', 'consumer kills', 'server kills', 'lost', 'twice', 'early', 'late', 'done/s',
            'p99, ms', 'most, ms']
    return table(head, [[name, count(r['count']), r['hand'], r['deaths'], r['kills'], r['lost'], r['twice'],
                         r['early'], count(r['late']), count(r['rate']), milliseconds(r['p99']),
                         milliseconds(r['worst'])] for name, r in present(part)])


def far(part):
    def ms(seconds):
        return f'{seconds * 1e3:.2f}' if seconds < 0.01 else f'{seconds * 1e3:.0f}'
    rows = [('firings between the two reads of the window', lambda r: count(r['fired'])),
            ('start and read of 10 000 timers before, ms', lambda r: ms(r['window_before'])),
            ('the same after the firings, ms', lambda r: ms(r['window_after'])),
            ('NEXT (the head of the waiting timers) before, ms', lambda r: ms(r['next_before'])),
            ('NEXT after the firings, ms', lambda r: ms(r['next_after'])),
            ('memory of timerd with nothing', lambda r: megabytes(r['empty'])),
            ('memory with 10 000 timers in the window', lambda r: megabytes(r['window'])),
            ('far timers', lambda r: count(r['far'])),
            ('memory with the far timers', lambda r: megabytes(r['memory'])),
            ('restart with the far timers, ms', lambda r: ms(r['restart'])),
            ('NEXT with the far timers, ms', lambda r: ms(r['next_far']))]
    there = present(part)
    return table([''] + [name for name, _ in there], [[what] + [f(r) for _, r in there] for what, f in rows])


def wrapped(text):
    """Paragraphs of at most 118 columns, whatever was put into them."""
    return '\n\n'.join(textwrap.fill(' '.join(p.split()), 118, break_long_words=False, break_on_hyphens=False)
                       for p in text.strip().split('\n\n')) + '\n'


def kept(old):
    """What crash_test printed, which stands behind its heading at the end of the page."""
    begin = old.find('\n## The crash test\n')
    return old[begin:] if begin >= 0 else ''


def write(results, old=''):
    v = dict(results['versions'])
    machine = f"{v.pop('cpu')}, {v.pop('cores')} cores, {v.pop('system')}"
    load = v.pop('load')
    lines = wrapped(HEAD.format(machine=machine, load=load,
                                versions=', '.join(f'{name} {n}' for name, n in v.items())))
    for name, tabulate in (('counted', counted), ('cost', cost), ('busy', busy), ('owned', owned), ('armings', armings), ('firings', firings), ('lateness', lateness), ('kills', kills),
                           ('far', far)):
        if name in results:
            part = results[name]
            lines += '\n' + wrapped(ABOUT[name].format(date=part['date'], **part['sizes'])) + '\n'
            lines += tabulate(part) + left_out(part)
    return lines + kept(old)
