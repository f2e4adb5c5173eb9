# SPDX-License-Identifier: MIT-0
"""Makes many ready firings of one id of the single one that a store has: timerd itself makes one a millisecond. While
no timerd is there, the row is copied with other generations, in the formats of lua/shard.lua, lmdb_tables.h and
sql/tables.sql."""
import os
import subprocess

from servers import Failed, ask

ID, PART = 'many', 5000

LUA = """
local begin, from, to = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local name = redis.call('ZRANGE', begin .. 'fired', 0, 0)[1]
local text, stem = redis.call('HGET', begin .. 'firings', name), string.sub(name, 1, -17)
for n = from, to do
    local generation = string.format('%016d', tonumber(string.sub(name, -16)) + n)
    redis.call('HSET', begin .. 'firings', stem .. generation,
               string.sub(text, 1, 1) .. generation .. string.sub(text, 18))
    redis.call('ZADD', begin .. 'fired', 0, stem .. generation)
    redis.call('RPUSH', begin .. 'queue', stem .. generation)
end
redis.call('INCRBY', begin .. 'last', to - from + 1)
"""

SQL = """insert into {0}.firings select id, generation + 2 * n, shard, due, first, period, missed,
 attempt, state, until, place + 2 * n, payload from {0}.firings, generate_series(1, {1}) n;
select setval('{0}.numbers', (select max(place) + 1 from {0}.firings))"""


def redis(port, count):
    key = ask(port, 'KEYS', 'timerd:{*}:fired')[0]
    for n in range(1, count, PART):
        ask(port, 'EVAL', LUA, '1', key[:-len('fired')], str(n), str(min(n + PART, count) - 1))


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode:
        raise Failed(done.stderr.decode().strip())
    return done.stdout


def sql(room, text):
    return run(['psql', '-qAtX', f'host={room} user=postgres dbname=postgres', '-c', text]).decode()


def postgres(room, count):
    sql(room, SQL.format('timerd', count - 1))


def more(word, at, step):
    """A number of eight bytes in hexadecimal digits, greater by this step; at: big-endian, or little-endian."""
    return (int.from_bytes(bytes.fromhex(word), at) + step).to_bytes(8, at).hex()


def copied(table, key, value, n):
    if table == 'fired':  # the table, until, and then the number; 16 digits each
        return key[:-16] + more(key[-16:], 'big', 2 * n), value[:32] + more(value[32:48], 'little', 2 * n) + value[48:]
    return more(key, 'big', 2 * n), value[:-16] + more(value[-16:], 'big', 2 * n)


def lmdb(folder, count):
    lines, table, made = run(['mdb_dump', '-a', folder]).decode().split('\n'), '', []
    rows = iter(lines)
    for line in rows:
        table = line[9:] if line.startswith('database=') else table
        if not line.startswith(' '):
            made.append('mapsize=2147483648' if line.startswith('mapsize=') else line)
            continue
        key, value = line[1:], next(rows)[1:]
        if table == 'meta' and bytes.fromhex(key) == b'last':
            value = more(value[:16], 'little', 2 * count) + value[16:]
        pairs = [copied(table, key, value, n) for n in range(count)] if table in ('fired', 'ready') else [(key, value)]
        made += [f' {text}' for pair in pairs for text in pair]
    os.rename(folder, folder + '.one')
    os.mkdir(folder)
    run(['mdb_load', folder], '\n'.join(made).encode())
