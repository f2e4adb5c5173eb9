-- Before every script about a shard. Its keys:
--   lease    hash of owner, token, until (ms): who fires its timers. Without the token of this moment nothing is done.
--            `fired`: the latest due of what ever was in `firings`, in 16 digits
--   last     the last generation
--   rows     hash: id -> text of the timer that waits, or of its firing until the id is armed again
--   due      sorted set, all of score 0, so that it is sorted by its members: due in 16 digits, the id with a \1 behind each
--            of its zero bytes, two zero bytes, generation
--   firings  hash: name -> text of every other firing
--   fired    sorted set, all of score 0: the names in `firings` that are not dead
--   queue    list of names: the ready ones, and some of firings that are done with
--   leased   sorted set: number of a TAKE, by the ms until which its consumer has what it gave
--   given    hash: number -> the names that this TAKE took from the queue; n and the number -> how many firings of these its
--            consumer still has; all -> the sum of these; last -> the last number
--   delayed  sorted set of names, by the ms until which NACK put a firing off
--   dead     sorted set of names of firings that were given too often, by the ms when they died
-- The name of a firing: size of the id in 3 digits, id, generation in 16 digits.
-- A text: a letter, generation and due in 16 digits each. `=`, which fires once and was never given, has the payload behind
-- that. t, which fires once and was given once, is such a text with the number of the TAKE behind the letter.
-- `*` (waits), R (ready), T (given), D (put off) and X (dead) have "take attempt first period missed payload"; `first` is the
-- due that ARM named. Scripts that handle most timers make few strings: strings are what a timer costs most.
local lease, last, rows, due, firings, fired, queue, leased, given, delayed, dead = unpack(KEYS)
local me, call, sub, byte, find_in = ARGV[2], redis.call, string.sub, string.byte, string.find
local never_given, once_given = string.byte('=t', 1, 2)
local held = call('HMGET', lease, 'token', 'owner', 'fired')
if (held[1] or '0') ~= ARGV[1] then
    return {0, held[1] or '0'}
end

local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
-- Has another timerd the shard?
local others = held[2] and held[2] ~= '' and held[2] ~= me

local function digits(n)
    return string.format('%d', n)
end

local function wide(n)
    return string.format('%016d', n)
end

-- Calls with a list of arguments, if there are any.
local function call_all(command, key, list)
    return list[1] and call(command, key, unpack(list)) or 0
end

-- Has the text this generation?
local function of(text, generation)
    local at = text and byte(text) == once_given and 18 or 2
    return text and find_in(text, generation, at, true) == at
end

local function prefix()
    return string.match(lease, '^(.*){')
end

local function shard()
    return string.match(lease, '{(%d+)}')
end

local function tell_ready()
    call('PUBLISH', prefix() .. 'ready', shard())
end

-- So many of what a TAKE gave are no more with its consumer.
local function leave(take, n)
    call('HINCRBY', given, 'all', -n)
    if call('HINCRBY', given, 'n' .. take, -n) <= 0 then
        call('HDEL', given, take, 'n' .. take)
        call('ZREM', leased, take)
    end
end

local function ready()
    return call('HLEN', rows) - call('ZCARD', due) + call('HLEN', firings) - (call('HGET', given, 'all') or 0) -
           call('ZCARD', delayed) - call('ZCARD', dead)
end
