# SPDX-License-Identifier: MIT-0
"""Triggers beside the tables of timerd that keep the figures of STATS, in several designs."""
from backlog import sql
from servers import Failed

FIGURES = 'waiting', 'ready', 'leased', 'delayed', 'dead'
FIGURE_OF = {'timers': "'waiting'", 'firings': "('{ready,leased,delayed,dead}'::text[])[state + 1]"}
AFTER, BEFORE = (f'select {{0}} as figure, shard, {n} as n from {rows}' for n, rows in ((1, 'after'), (-1, 'before')))
CHANGES = {'insert': ('new table as after', AFTER), 'delete': ('old table as before', BEFORE),
           'update': ('old table as before new table as after', f'{BEFORE} union all {AFTER}')}
NULLS, ZEROS, SUMS, ADDED = (', '.join(text.format(f) for f in FIGURES) for text in (
    '{} int', '{} int not null default 0', "(sum(n) filter (where figure = '{0}'))::int as {0}",
    '{0} = {0} + coalesce(d.{0}, 0)'))
# The shards of a statement in ascending order, as timerd locks them.
SHARD = f"""for d in select shard, {SUMS} from (%s) x group by shard order by shard loop
    update timerd.counters set {ADDED} where shard = d.shard;
end loop"""
STATEMENT = f'insert into timerd.counters select {SUMS} from (%s) x'
DESIGNS = {'none': ('select', ''),
           'a row a shard': (f"""create table timerd.counters (shard bigint primary key, {ZEROS});
               insert into timerd.counters select shard from timerd.shards""", SHARD),
           'a row a statement': (f'create table timerd.counters ({NULLS})', STATEMENT),
           'the same, unlogged': (f'create unlogged table timerd.counters ({NULLS})', STATEMENT)}
TRIGGER = """create function timerd.kept_{0}_{1}() returns trigger language plpgsql as
$$ declare d record; begin {3}; return null; end $$; create trigger kept_{1} after {1} on timerd.{0}
referencing {2} for each statement execute function timerd.kept_{0}_{1}()"""
KEPT = "select concat_ws(' ', coalesce(sum(waiting), 0), coalesce(sum(ready), 0), coalesce(sum(leased), 0)) from timerd.counters"
COUNTED = """select concat_ws(' ', (select count(*) from timerd.timers), count(*) filter (where state = 0),
count(*) filter (where state = 1)) from timerd.firings"""


def install(room, design):
    made, body = DESIGNS[design]
    triggers = [TRIGGER.format(table, event, named, body % rows.format(figure)) for table, figure in FIGURE_OF.items()
                for event, (named, rows) in CHANGES.items() if body and (table, event) != ('timers', 'update')]
    sql(room, '; '.join([made, *triggers]))  # an update of a timer changes no figure


def check(room, design):
    """Are the kept figures those that a count finds?"""
    kept, counted = (sql(room, text) for text in (KEPT, COUNTED)) if design != 'none' else ('', '')
    if kept != counted:
        raise Failed(f'{design}: {kept.strip()} instead of {counted.strip()}')
