-- Before every script about a shard. Its key is `lease`: names are made here faster than they are handed on. The keys:
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
-- `*` (waits), R (ready), T (given), D (put off) and X (dead) have "take attempt first period missed payload"; `first` is
-- the due that ARM named. Scripts that handle most timers make few strings: strings are what a timer costs most.
local me, call, sub, byte, find_in = ARGV[2], redis.call, string.sub, string.byte, string.find
local lease, begin = KEYS[1], sub(KEYS[1], 1, -6)
local last, rows, due, queue, leased, given = begin .. 'last', begin .. 'rows', begin .. 'due', begin .. 'queue',
                                              begin .. 'leased', begin .. 'given'
local never_given, once_given, now = 61, 116, nil -- = and t
local held = call('HMGET', lease, 'token', 'owner', 'fired')
if (held[1] or '0') ~= ARGV[1] then
    return {0, held[1] or '0'}
end
-- Has another timerd the shard?
local others = held[2] and held[2] ~= '' and held[2] ~= me

local function time()
    local clock = call('TIME')
    return clock[1] * 1000 + math.floor(clock[2] / 1000)
end

local function wide(n)
    return string.format('%016d', n)
end

-- What keys and channels begin with, and the number of the shard.
local function prefix_and_shard()
    return string.match(lease, '^(.*){(%d+)}')
end

-- Says which shard has something to take, and by whom, since that one need not be told.
local function tell_ready()
    local prefix, shard = prefix_and_shard()
    call('PUBLISH', prefix .. 'ready', shard .. ' ' .. me)
end

-- A new TAKE gives n of these names, which stand one behind the other, to a consumer until then. Answers its number.
local function give(names, n, until_ms)
    local take = wide(call('HINCRBY', given, 'last', 1))
    call('HSET', given, take, names, 'n' .. take, n)
    call('HINCRBY', given, 'all', n)
    call('ZADD', leased, string.format('%d', until_ms), take)
    return take
end

-- So many of what a TAKE gave are no more with its consumer.
local function leave(take, n)
    call('HINCRBY', given, 'all', -n)
    if call('HINCRBY', given, 'n' .. take, -n) <= 0 then
        call('HDEL', given, take, 'n' .. take)
        call('ZREM', leased, take)
    end
end
