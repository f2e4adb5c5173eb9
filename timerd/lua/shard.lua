-- Before every script about a shard. The keys of a shard:
--   lease   hash of owner, token, until (ms): who fires its timers. Without the token of this moment nothing is done
--   last    the last generation
--   rows    hash: id -> "generation first due period missed payload" of a waiting timer; `first` is the due of its ARM
--   due     sorted set, all of score 0, so that it is sorted by its members: due in 16 digits, then the id
--   ready   stream of firings with the consumer group "timerd"; pending there: a consumer has it
--   fired   sorted set, all of score 0: stem(id), r or d, generation in 16 digits, number of the entry in ready or dead
--   dead    stream of firings that were given too often
local lease, last, rows, due, ready, fired, dead = unpack(KEYS)
local me = ARGV[2]
local held = redis.call('HMGET', lease, 'token', 'owner')
if (held[1] or '0') ~= ARGV[1] then
    return {0, held[1] or '0'}
end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local shard = string.match(lease, '{(%d+)}')

local function digits(n)
    return string.format('%.0f', n)
end

local function stem(id)
    return string.format('%03d', #id) .. id
end

-- nil: no row, or one that is damaged.
local function waiting(id)
    local generation, first, at, period, missed, payload =
        string.match(redis.call('HGET', rows, id) or '', '^(%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
    return generation and {generation = generation, first = first, due = at, period = period, missed = missed,
                           payload = payload}
end

local function write(id, row)
    local head = {row.generation, row.first, row.due, row.period, row.missed, row.payload}
    redis.call('HSET', rows, id, table.concat(head, ' '))
    redis.call('ZADD', due, 0, row.due .. id)
end

-- The member of `fired` for a generation of 16 digits and r or d, and its entry; nil: there is none.
local function firing(id, kind, generation)
    local from = stem(id) .. kind .. generation
    local member = redis.call('ZRANGEBYLEX', fired, '[' .. from, '(' .. from .. '\255', 'LIMIT', 0, 1)[1]
    return member, member and string.sub(member, #from + 1)
end

local function wide(generation)
    return string.format('%016.0f', tonumber(generation))
end

local function enqueue(stream, kind, f)
    local entry = redis.call('XADD', stream, '*', 'id', f.id, 'generation', f.generation, 'first', f.first, 'due',
                             f.due, 'period', f.period, 'missed', f.missed, 'attempt', f.attempt, 'payload', f.payload)
    redis.call('ZADD', fired, 0, stem(f.id) .. kind .. wide(f.generation) .. entry)
end

local function read(fields)
    local f = {}
    for i = 1, #fields, 2 do
        f[fields[i]] = fields[i + 1]
    end
    return f
end

local function entry_of(stream, entry)
    local found = redis.call('XRANGE', stream, entry, entry)
    return found[1] and read(found[1][2])
end

local function remove(stream, entry)
    if stream == ready then
        redis.call('XACK', ready, 'timerd', entry)
    end
    redis.call('XDEL', stream, entry)
end

local function add_row(answer, f)
    for _, value in ipairs({f.id, f.generation, f.due, f.payload, f.attempt, f.missed}) do
        answer[#answer + 1] = value
    end
end
