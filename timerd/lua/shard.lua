-- Before every script about a shard. Its keys:
--   lease    hash of owner, token, until (ms): who fires its timers. Without the token of this moment nothing is done.
--            `fired`: the latest due that has fired, in 16 digits; unknown without it
--   last     the last generation
--   rows     hash: id -> "generation first due period missed payload" of a waiting timer; `first` is the due of its ARM
--   due      sorted set, all of score 0, so that it is sorted by its members: due in 16 digits, then the id
--   firings  hash: name of a firing -> "first due period missed attempt payload"
--   fired    sorted set, all of score 0: the names of the firings that are not dead
--   queue    list of names: the ready ones, and some of firings that are done with
--   leased, delayed   sorted sets of names, by the ms until which a consumer has the firing, or NACK put it off
--   dead     sorted set of names of firings that were given too often, by the ms when they died
-- The name of a firing: size of the id in 3 digits, id, generation in 16 digits.
local lease, last, rows, due, firings, fired, queue, leased, delayed, dead = unpack(KEYS)
local me = ARGV[2]
local held = redis.call('HMGET', lease, 'token', 'owner', 'fired')
if (held[1] or '0') ~= ARGV[1] then
    return {0, held[1] or '0'}
end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
-- Has another timerd the shard?
local others = held[2] and held[2] ~= '' and held[2] ~= me

local function digits(n)
    return string.format('%d', n)
end

local function wide(n)
    return string.format('%016d', n)
end

local function stem(id)
    return string.format('%03d', #id) .. id
end

local function name(id, generation)
    return stem(id) .. wide(tonumber(generation))
end

-- Calls with a list of arguments, if there are any.
local function call(command, key, list)
    if list[1] then
        redis.call(command, key, unpack(list))
    end
end

local function add(list, ...)
    for _, value in ipairs({...}) do
        list[#list + 1] = value
    end
end

-- nil: no row, or one that is damaged.
local function row_of(text)
    if not text then
        return nil
    end
    local generation, first, at, period, missed, payload =
        string.match(text, '^(%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
    return generation and {generation = generation, first = first, due = at, period = period, missed = missed,
                           payload = payload}
end

local function text_of(row)
    return table.concat({row.generation, row.first, row.due, row.period, row.missed, row.payload}, ' ')
end

local function waiting(id)
    return row_of(redis.call('HGET', rows, id))
end

-- nil: no firing, or one that is damaged.
local function firing_of(text)
    local first, at, period, missed, attempt, payload =
        string.match(text or '', '^(%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
    return first and {first = first, due = at, period = period, missed = missed, attempt = tonumber(attempt),
                      payload = payload}
end

local function text_of_firing(f)
    return table.concat({f.first, f.due, f.period, f.missed, digits(f.attempt), f.payload}, ' ')
end

local function ready()
    return redis.call('HLEN', firings) - redis.call('ZCARD', leased) - redis.call('ZCARD', delayed) -
           redis.call('ZCARD', dead)
end

-- Names of firings that are done with stay in the queue until they are first there, or no others are.
local function sweep()
    if ready() == 0 then
        redis.call('DEL', queue)
    end
end

local function prefix()
    return string.match(lease, '^(.*){')
end

local function shard()
    return string.match(lease, '{(%d+)}')
end

local function tell_ready()
    redis.call('PUBLISH', prefix() .. 'ready', shard())
end

-- A message for the owner, who is another timerd.
local function tell_owner(...)
    if others then
        redis.call('PUBLISH', prefix() .. 'owner:' .. held[2], table.concat({...}, ' '))
    end
end

local function bury(key)
    redis.call('ZADD', dead, now, key)
    redis.call('ZREM', fired, key)
end
